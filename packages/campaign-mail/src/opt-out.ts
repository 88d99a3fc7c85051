const PLEASE =
  "(?:please|pls|plz|kindly|could you|bitte|por favor|favor de|merci de|s'il vous plaît|per favore|graag|gelieve|alstublieft|proszę(?: o| mnie)?|prosím|vänligen|venligst|vennligst|пожалуйста)"

/** What people write who want no more mail, each as a whole line. */
const WISHES = [
  '(?:unsubscribe|un-subscribe|unsub)(?: me| us)?(?: (?:from|of) (?:this|your|the|all)(?: \\w+){0,2})?|stop|stop (?:it|this)|stop (?:all |these |sending |e-?mailing |mailing |contacting |writing |spamming |messaging |bothering |me |us |to |any |more |your |further |e-?mails? |mails? |messages? |spam )*(?:e-?mails?|mails?|messages?|spam|me|us|emailing|mailing|contacting|writing|spamming)',
  "opt(?: me| us)?[ -]?out|remove(?: me| us)?|take (?:me|us) off|(?:remove|delete|take|erase) (?:me|us|(?:my|our) (?:e-?mail|address|name|e-?mail address|details|data|contact|contact details))(?: (?:off|from)(?: (?:your|this|the|all))?(?: \\w+){0,3})?|no more (?:e-?mails?|mails?|messages)|(?:do not|don'?t|never) (?:contact|e-?mail|write to|write|mail|message) (?:me|us)(?: again| any ?more| ever again)?|leave (?:me|us) alone|not interested,? (?:please )?(?:unsubscribe|remove|stop)(?: me| us)?",
  'abmelden|abbestellen|austragen|newsletter abbestellen|(?:ich möchte|ich will) (?:keine|nicht) .{0,40}(?:mails?|e-?mails?|werbung|nachrichten)(?: mehr)?(?: erhalten| bekommen)?|keine (?:weiteren )?(?:mails?|e-?mails?|werbung|nachrichten)(?: mehr)?|(?:löschen|entfernen|streichen|nehmen) sie (?:mich|uns|meine (?:daten|adresse|e-?mail-?adresse))(?: aus (?:ihrem|ihrer|dem|der) (?:verteiler|liste|datenbank|mailingliste|adressliste))?',
  'désinscri\\w*(?:-moi)?|(?:me |se )?désinscrire|désabonne\\w*(?:[ -]moi)?|(?:me |se )?désabonner|(?:me |nous )?(?:retirer|supprimer|enlever)(?:[ -]moi)? de (?:votre|vos|la|cette) (?:liste|fichiers?|base)(?: \\w+){0,3}|retirez-moi(?: \\w+){0,5}|supprimez-moi(?: \\w+){0,5}|ne (?:me|nous) contactez plus|arrêtez',
  '(?:dar(?:me|nos)? de )?baja|(?:quiero|deseo|solicito) (?:dar(?:me|nos) de )?(?:la )?baja|darse de baja|cancelar(?: suscripción)?|(?:elimíne|borre|quíte)(?:n?me|nos) de (?:su|la|esta) (?:lista|base)(?: \\w+){0,3}|no (?:me|nos) (?:escriban?|contacten?|envíen?)(?: más)?(?: \\w+){0,2}',
  'disiscri\\w*|cancella(?:mi|temi|teci|zione)?(?: dalla (?:vostra |tua |sua )?(?:lista|mailing list|newsletter))?|rimuov(?:imi|etemi)(?: dalla (?:vostra |tua )?(?:lista|mailing list))?|non (?:scrivetemi|contattatemi) più',
  'cancelar inscrição|descadastr\\w*|remover|remov(?:a|am)-me(?: da (?:sua|vossa) lista)?|não (?:me )?(?:contat|envi|escrev)\\w*(?: mais)?(?: \\w+){0,2}',
  'afmelden|uitschrijven|schrijf (?:mij|me|ons) uit|verwijder (?:mij|me|ons|mijn (?:adres|gegevens|e-?mailadres))(?: (?:uit|van) (?:uw|de|je|jullie) (?:lijst|bestand|mailinglijst|verzendlijst))?|geen (?:e-?)?mails? meer',
  'avregistrera(?: mig)?|avsluta(?: prenumeration)?|avprenumerera|ta bort (?:mig|oss|min adress)(?: från (?:listan|er lista|utskicket|din lista))?|inga fler (?:mejl|mail)|afmeld(?: mig)?|meld (?:meg |mig )?av|avmeld(?: meg)?|fjern (?:mig|meg|os|oss)(?: fra (?:listen|jeres liste|din liste|deres liste|listene))?|ingen flere (?:mails?|e-post)|peru(?:uta)? tilaus|poista (?:minut|meidät)(?: \\w+){0,2}',
  'wypisz(?: mnie)?|wypisanie|rezygnuj[eę]|usun(?:ąć|ięcie)(?: mnie)? z (?:listy|bazy|waszej listy)|odhlásit|odhlaste mě|odstraňte mě(?: \\w+){0,3}|leiratkozás|dezabonare|διαγραφή|abonelikten çık',
  'отписаться|отпишите(?: меня)?|удалите (?:меня|мой адрес)(?: из \\S+(?: \\S+)?)?|не пишите мне(?: больше)?|стоп|відписатися|配信(?:を)?(?:停止|解除|不要)(?:(?:を)?(?:お願い|希望)(?:いた)?(?:し?ます)?)?|退订|取消订阅|不要再发(?:了|邮件)?|수신 ?거부(?:합니다)?',
]

const OPT_OUT = new RegExp(
  `^(?:(?:hi|hello|hallo|bonjour|hola|ciao|hej)[ ,!.]{1,3})?(?:${PLEASE}[ ,]{1,2}){0,2}(?:${WISHES.join('|')})(?:[ ,]{1,2}(?:${PLEASE}|thanks|thank you|danke|merci|gracias|grazie|bedankt|tack|dziękuję|now|immediately|sofort|me|s'il vous plaît|お願いします))*[\\s.!,。！]*$`,
  'iu',
)

/** Whether the first line asks to be left alone and says nothing else. */
export function asksToUnsubscribe(visible: string): boolean {
  const first =
    visible
      .split('\n')
      .find((line) => line.trim())
      ?.trim() ?? ''
  return first.length <= 100 && OPT_OUT.test(first.replace(/^["'*\s]+|["'*]+$/g, ''))
}

import type { BounceReason } from './classification.ts'

/**
 * Phrases that receiving servers use, in lower case with single spaces. The first match wins: phrases about the
 * sender or the message come before those about the recipient, because servers say 'recipient rejected' for any of
 * them. Collected from the documentation of mail servers and providers.
 */
export const BOUNCE_PHRASES: readonly (readonly [BounceReason, readonly RegExp[]])[] = [
  [
    'authentication',
    [
      /\bdmarc\b|\bdkim\b|senderid|openspf|sender policy framework/,
      /\bspf\b.{0,60}(?:fail|not|invalid|reject|block|record)/,
      /unauthenticated (?:e-?mail|mail)|(?:sender|message|mail) (?:is )?(?:not|un)\s?authenticated/,
      /authentication (?:required|failed|failure|checks?)|must (?:first )?authenticate/,
    ],
  ],
  [
    'blocked',
    [
      /reverse dns|\brdns\b|\bptr\b|cannot find your (?:reverse )?host|fcrdns/,
      /(?:client host|your (?:ip|host|server|mail server|network|domain)|ip address|connecting host|sending ip|this ip|client ip)[^.;]{0,80}(?:reject|block|black-?list|denied|refused|banned|listed|reputation)/,
      /\b(?:rbl|dnsbl|black-?list|blocklist|black list|spamhaus|spamcop|sorbs|surbl|uribl|barracuda ?central|senderbase|cloudmark)/,
      /(?:poor|bad|low) reputation|reputation[^.]{0,30}(?:poor|low|bad)|open relay|dynamic(?:ally)? (?:assigned )?ip/,
      /no access from mail server|you are not (?:allowed|permitted) to (?:connect|send)|invalid ip for sending/,
      /helo (?:command )?rejected|(?:bad|invalid) helo|hosts? .{0,40} is blocked|temporarily blocked|banned sending/,
    ],
  ],
  [
    'policy',
    [
      /sender (?:address |domain |e-?mail )?(?:<[^>]{0,200}> )?(?:was |is |has been )?(?:reject|refus|denied|block|not (?:allowed|accepted|verified|exist)|unknown|invalid|verif)/,
      /(?:return|from|sender'?s?|envelope sender|originat\w{0,9}|mail from|reverse.?path)[ -](?:address|domain|header)?[^.;:]{0,50}(?:not exist|does ?n.t exist|invalid|not valid|not resol|reject|not accept|refus|not allowed|denied|bad|not verified|must resolve)/,
      /domain of sender|not accepting (?:mail|e-?mail|messages)? ?from|do(?:es)? not accept (?:mail|messages) from|sender not/,
      /not (?:a )?members? of (?:this|the)? ?(?:mailing )?list|you .{0,80} are not member|only (?:members|subscribers)|closed (?:mailing )?list|google ?groups?\b/,
      /invalid dns mx or a/,
      /restricted to|not (?:authorized|authorised|permitted|allowed) to send|permission to (?:send|post)|delivery restriction/,
    ],
  ],
  ['virus', [/\bvirus|infected|malware|trojan|\bclamav|\bworm\b/]],
  [
    'spam',
    [
      /\bspam(?!.?haus|.?cop)|junk ?mail|unsolicited|bulk (?:e-?)?mail|looks like (?:uce|ube)|\bphish|suspicious/,
      /content (?:was )?reject|message content (?:is )?(?:reject|not accept)|blacklisted url|refused by anti/,
      /not rfc ?(?:2822|5322|822) compliant|(?:identified|classified|scored) as|high probability of/,
    ],
  ],
  [
    'too-big',
    [
      /(?:message|mail|header|size)[^.;]{0,40}(?:too (?:big|large)|exceed[^.;]{0,30}(?:size|limit|maximum|length|administrative)|larger than)/,
      /exceeds? (?:the |a )?(?:fixed )?max(?:imum)?[^.;]{0,20}(?:message )?size|max(?:imum)? (?:message )?size exceeded|size limit|message length exceed/,
    ],
  ],
  [
    'mailbox-full',
    [
      /(?:mail ?box|mail ?folder|in-?box|user'?s? (?:mail|disk|quota)?|account|recipient|maildir|mailstore|storage|disk)[^.;:]{0,50}\b(?:full|exceeded|out of space)/,
      /(?:over|exceed\w{0,4}|out of|above|beyond)[^.;]{0,40}(?:quota|storage|disk space|mailbox (?:size|limit)|allocation|allotted)/,
      /quota[^.;]{0,30}(?:exceed|full|reached|violation|would|over|insufficient)|overquota|diskquota|exceeded the local limit/,
      /mailbox (?:size )?limit|mail(?:box|folder) (?:is|has) (?:full|exceeded)|too many messages (?:in|on|for)|user has exhausted|insufficient (?:mailbox )?space/,
      /not enough (?:storage |disk )?space (?:in|for) .{0,30}(?:mailbox|user|recipient)/,
      /容量|一杯|いっぱい|переполнен|превышен|postfach (?:ist )?voll|(?:boîte|boite) .{0,40}pleine|(?:buzón|casilla) .{0,40}llen|casella .{0,40}piena|(?:postfach|mailbox|konto) .{0,40}(?:voll|überschritten)|caixa .{0,40}(?:cheia|lotad)|(?:mailbox|postvak) .{0,40}vol\b|(?:skrzynka|skrzynki) .{0,40}(?:pełna|przepełnion)|(?:inkorg|brevlåda|postkasse|indbakke|innboks)\\S* .{0,40}(?:full|fuld)|空き容量|满|已满|가득/,
    ],
  ],
  [
    'moved',
    [
      /(?:has|have) moved|mailbox (?:has )?moved|no forwarding address|moved to (?:<|a new|another)/,
      /(?:address|user) (?:has )?(?:been )?(?:changed|replaced)|user not local|new (?:e-?mail )?address is/,
    ],
  ],
  [
    'not-accepting',
    [
      /null ?mx|no mx (?:record|or a)|couldn.t find (?:a|any) (?:mail exchanger|mx)|no mail server/,
      /(?:host|domain|server)[^.;]{0,40}(?:does not|doesn.t|not) accept(?:ing)? (?:any )?(?:e-?mail|mail)|does not accept (?:any )?(?:e-?mail|mail)\b/,
      /mail (?:receiving )?disabled|no route for current request|smtp protocol returned a permanent error/,
    ],
  ],
  [
    'host-unknown',
    [
      /(?:host|domain|server)(?: name)?(?: \S{1,120})?[ :,-]{1,3}(?:is |was |could |does |has )?(?:unknown|unreachable|not (?:be )?(?:found|exist|known|valid|reachable)|n.t exist|invalid|cannot be found)(?!.{0,25}try again)/,
      /(?:unknown|no such|invalid|illegal|bad|nonexistent|non-existent)[ -](?:mail )?(?:host|domain)|illegal host|domain must exist|not a valid domain/,
      /(?:couldn.t|could not|unable to|cannot|can.t) (?:find|resolve|locate|lookup)(?: any| the)? (?:host|domain|route)/,
      /nxdomain|host ?(?:name )?lookup did not|all (?:host address lookups failed permanently|relevant mx records point to non-existent)/,
      /unrouteable mail domain|host or domain name not found(?!.{0,25}try again)|name or service not known|mail domain mentioned/,
      /no (?:a |ip )?address (?:found |record )?(?:for|associated)|dns .{0,40}(?:no such|does not exist)/,
    ],
  ],
  [
    'user-unknown',
    [
      /(?:user|account|mailbox|recipient|addressee|address|alias|member|person|subscriber|login|rcpt|maildrop|inbox|userid|local part)s?(?:'s)?(?: (?:name|address|id|e-?mail)(?: name)?)?(?: ?[<"'`([:]\S{1,200}[>"'`)\]:]?)?[ :,-]{1,3}(?:is |was |are |were |does |do |did |has |could |can |but |or )?(?:currently )?(?:unknown|not (?:be )?(?:found|known|exist|listed|recogni[sz]ed|valid|present|available here|active|here|registered|defined|a valid|local|in |ok\b|accepted)|n.t (?:exist|be found|have a?)|cannot be found|no longer (?:exist|here|valid|available|active|on|employed|has|accept)|invalid|unavailable|nonexistent|non-existent|undeliverable|never existed)/,
      /(?:unknown|no such|invalid|nonexistent|non-existent|non existing|illegal|bad|inexistent|unrouteable|unroutable|undeliverable|incorrect|unrecognized|not a valid|no valid|no)(?: or illegal| or invalid| or unknown)?(?: local| destination| e-?mail| mail| final delivery| virtual| network| final| forward| active)*[ -]?(?:user|recipient|mailbox|addressee|alias|address|account|rcpt|person|userid|member|customer|local part|subscriber)s?(?!\w)/,
      /(?:this )?user (?:doesn.t|does not) have an? |(?:no one|nobody) (?:by|with) that name|no one at this address|no mail ?box (?:here|by that name|found|for|available)/,
      /recipnotfound|recipient ?not ?found|not listed in (?:public name|domino|.{0,30}directory|.{0,20}address book)|unable to (?:find|lookup) (?:user|recipient)/,
      /(?:could|was)n.t (?:be )?found|not (?:a |an )?(?:known|active) (?:at|here|user|address)|not our customer|does not exist(?! in dns)|is no longer (?:valid|at|with)/,
      /can.t accept user|badrcptto|validrcptto|isn.t in my list|missing home directory|envelope recipient has been denied|recipient refuses to accept/,
      /recipient address rejected: access denied|malformed address|no valid recipients|unable to deliver message to </,
      /n'existe pas|no existe|non esiste|existiert nicht|nicht gefunden|unbekannt|onbekend|bestaat niet|inconnu|desconocid|sconosciut|nessun utente|não existe/,
      /не существует|не найден|neexistuje|nie istnieje|finns inte|findes ikke|finnes ikke|nieznany|nie znaleziono|nie ma takiego|ukendt|ukjent|okänd|tuntematon|neznám|nem létezik|ismeretlen|inexistent|bulunamadı|존재하지 않|찾을 수 없|couldn.t be found|konnte nicht gefunden|n'a pas été trouvé|introuvable|no encontrad|no se (?:ha )?encontr|não foi encontrad|non è stat[oa] trovat|nie można (?:odnaleźć|znaleźć)|gick inte att hitta|kunne ikke (?:findes|finnes)|blev ikke fundet|ble ikke funnet|ei (?:löydy|löytynyt)|nebyl[ao]? nalezen|nelze najít|nem található|не знайдено|δεν βρέθηκε|未找到|não encontrad|non trovat|niet gevonden|hittades inte|ikke fundet|ikke funnet|找不到|存在しない|存在しません|見つかりません|見つからない|不存在|不明/,
    ],
  ],
  [
    'suspended',
    [
      /(?:account|mailbox|user|address|recipient|inbox|domain)[^.;]{0,60}(?:suspend|disabl|deactivat|inactiv|discontinued|locked|expired|closed|terminated|on hold|blocked by|frozen|archived|restricted|cancel)/,
      /(?:inactive|disabled|suspended|locked|deactivated) (?:user|account|mailbox|recipient)|temporarily (?:disabled|suspended|locked|inactive)/,
    ],
  ],
  ['greylisted', [/gr[ea]y-?list|postgrey|come back later/]],
  [
    'rate-limited',
    [
      /rate[ -]?limit|too (?:many|much) (?:connections?|messages?|mails?|recipients?|requests?|errors|sessions|rcpts|concurrent)|too fast|throttl|slow down/,
      /(?:exceed|over)[^.;]{0,40}(?:rate|hourly|daily|per (?:hour|day|minute|second)|sending limit|connection limit|message limit)|limit exceeded/,
      /temporarily deferred|\bts[s]?0\d\b|unexpected volume|unusual rate|server (?:is )?busy|deferred due to|maximum .{0,30}(?:connections|recipients) (?:exceeded|reached)/,
    ],
  ],
  [
    'relaying',
    [
      /relay(?:ing)? (?:access )?(?:is )?(?:denied|not (?:allowed|permitted)|prohibited|operation rejected|restriction|failed)/,
      /(?:no|not|unable to|prohibited|cannot|may not|disallowed|insecure|does not allow|will not|won.t) (?:to )?relay|not local host|non-local (?:recipient|user|domain)|rcpthosts|not a gateway/,
    ],
  ],
  [
    'expired',
    [
      /in the queue (?:for )?too long|(?:has|have|message|messages|mail|delivery|queue (?:time|lifetime)|time|timeout|retry) (?:was |has |been |is )?(?:expired|exceeded)/,
      /retry time(?:out)?|delivery time(?:d)? ?(?:out|expired)|(?:not|never) (?:been )?delivered (?:with)?in|could not (?:be )?deliver(?:ed)? (?:within|for the last|for \d|after)|giving up/,
      /will be (?:retried|re-?attempted)|(?:will|i'll) (?:keep|continue) (?:to )?(?:try|retry)|delay(?:ed)? by|has been delayed|delivery (?:is |was |has been )?delayed|temporarily delayed|not yet been delivered|still trying/,
      /delivery failed \d+ attempts|attempts? (?:have )?failed|not going to try again|message expired|too old|too many attempts|maximum retr/,
      /verspätet|retardé|retrasad|отложен/,
    ],
  ],
  [
    'loop',
    [
      /routing loop|mail loop|too many hops|hop count|loops? back|loop detected|forwarding loop|too many (?:received|forward)|looping|message loop/,
    ],
  ],
  [
    'network',
    [
      /connection (?:was |has been )?(?:timed? ?out|refused|reset|lost|dropped|closed|failed|attempt)|conn(?:ect|ection)[^.;]{0,40}(?:fail|time|refus|reset)|lost connection/,
      /no route to host|network (?:is )?(?:unreachable|error|down)|(?:establish|open|make)[^.;]{0,20}(?:smtp )?connection|socket error|did not accept our requests/,
      /host (?:is )?(?:not responding|down)|not responding|does not respond|(?:operation|read|conversation|session|command)[^.;]{0,30}tim(?:ed|e) ?-?out/,
      /name service error|temporary (?:lookup|dns|name)|dns (?:error|fail|timeout|lookup)|host not found, try again|name server timeout/,
      /unable to connect|couldn.t connect|cannot connect|starttls|tls (?:is )?(?:required|negotiation|handshake)|server unavailable/,
    ],
  ],
  [
    'filtered',
    [
      /recipient (?:address )?(?:<[^>]{0,200}>:? )?(?:was )?(?:rejected|refused|denied|blocked|not accepted)|filter|does not like recipient|access denied|screened/,
      /refused (?:to accept|by recipient|by the)|not accept(?:ed|ing)? (?:mail|message|recipient|for|by)|rejected by (?:recipient|user|the)|refused mail|user reject|mail refused/,
      /delivery not authori[sz]ed|not (?:want|wish) to receive|recipient .{0,30}(?:does not want|prefers not)/,
    ],
  ],
  [
    'content',
    [
      /attachment|(?:message|mime|header|content|line)[^.;]{0,30}(?:malformed|invalid|not allowed|too long|syntax|format|violat|bad)|bare (?:lf|cr|newline)|8-?bit|non-ascii/,
      /executable|improper|missing (?:from|date|message-id|header)|multiple (?:from|subject) header|duplicate header|conversion|not supported/,
    ],
  ],
  [
    'policy',
    [
      /polic(?:y|ies)|prohibited|security|not permitted|denied|not allowed|restrict|reject|refus|disallow|blocked|banned|unacceptable|violat|abuse|complaint|being held|berechtigung/,
    ],
  ],
  [
    'system',
    [
      /(?:internal|system|local|server|configuration|software|database|ldap|mailer|delivery agent|i\/o|disk|write|service|temporary|unexpected|unknown) (?:\w+ )?(?:error|failure|fault|problem|unavailable|not available)/,
      /(?:insufficient|not enough|lack of|out of) (?:system )?(?:storage|resources|memory|disk|space)|service (?:not |un)available|unable to contact|command (?:died|failed|output|time)/,
      /exit(?:ed)? (?:status|code|with)|child status|died with|can.?t (?:create|open|write|chdir)|cannot (?:create|open|write|append|allocate)|failed to (?:read|write|open)|\bpipe\b/,
      /permission denied|misconfigur|mail system|procmail|maildrop|out of (?:order|service)|overload|load (?:too|average)|unable to (?:write|open|create|lock)/,
    ],
  ],
]

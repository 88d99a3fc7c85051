import type { BounceReason } from './classification.ts'

/** Phrases that servers use, in the order in which they decide: what is about the sender comes first. */
const PHRASES: readonly [BounceReason, RegExp][] = [
  [
    'authentication',
    /\bdmarc\b|\bdkim\b|\bspf\b.{0,60}(?:fail|not|invalid|reject|block|record)|sender policy framework|unauthenticated (?:e-?mail|mail)|(?:sender|message|mail) (?:is )?(?:not|un)\s?authenticated|authentication (?:required|failed|failure|checks?)|must (?:first )?authenticate|senderid|openspf/,
  ],
  [
    'blocked',
    /reverse dns|\brdns\b|\bptr\b|cannot find your (?:reverse )?host|fcrdns|(?:client host|your (?:ip|host|server|mail server|network|domain)|ip address|connecting host|sending ip|this ip|client ip)[^.;]{0,80}(?:reject|block|black-?list|denied|refused|banned|listed|reputation)|\b(?:rbl|dnsbl|black-?list|blocklist|black list|spamhaus|spamcop|sorbs|surbl|uribl|barracuda ?central|senderbase|cloudmark)|(?:poor|bad|low) reputation|reputation[^.]{0,30}(?:poor|low|bad)|open relay|dynamic(?:ally)? (?:assigned )?ip|(?:access|connection|host)[^.;]{0,20} (?:denied|refused|rejected) (?:by|due|-|to) ?(?:policy|security)?|no access from mail server|you are not (?:allowed|permitted) to (?:connect|send)|helo (?:command )?rejected|bad helo|invalid helo|hosts? .{0,40} is blocked|temporarily blocked|banned sending/,
  ],
  [
    'policy',
    /sender (?:address |domain |e-?mail )?(?:<[^>]{0,200}> )?(?:was |is |has been )?(?:reject|refus|denied|block|not (?:allowed|accepted|verified|exist)|unknown|invalid|verif)|(?:return|from|sender'?s?|envelope sender|originat\w+|mail from|reverse.?path)[ -](?:address|domain|header)?[^.;:]{0,50}(?:not exist|does ?n.t exist|invalid|not valid|not resol|reject|not accept|refus|not allowed|denied|bad|not verified|must resolve)|domain of sender|not accepting (?:mail|e-?mail|messages)? ?from|do(?:es)? not accept (?:mail|messages) from|not (?:a )?members? of (?:this|the)? ?(?:mailing )?list|only (?:members|subscribers)|restricted to|not (?:authorized|authorised|permitted|allowed) to send|you (?:do not|don't) have permission|permission to (?:send|post)|closed (?:mailing )?list|delivery restriction|sender not|you .{0,80} are not member/,
  ],
  ['virus', /\bvirus|infected|malware|trojan|\bclamav|\bworm\b/],
  [
    'spam',
    /\bspam(?!.?haus|.?cop)|junk ?mail|unsolicited|bulk (?:e-?)?mail|looks like (?:uce|ube)|content (?:was )?reject|message content (?:is )?(?:reject|not accept)|blacklisted url|\bphish|not rfc ?(?:2822|5322|822) compliant|message (?:was )?(?:identified|classified|scored) as|high probability of|suspicious|refused by anti/,
  ],
  [
    'too-big',
    /(?:message|mail|header|size)[^.;]{0,40}(?:too (?:big|large)|exceed[^.;]{0,30}(?:size|limit|maximum|length|administrative)|larger than)|exceeds? (?:the |a )?(?:fixed )?max(?:imum)?[^.;]{0,20}(?:message )?size|max(?:imum)? (?:message )?size exceeded|size limit|message length exceed|too many hops size/,
  ],
  [
    'mailbox-full',
    /(?:mail ?box|mail ?folder|in-?box|user'?s? (?:mail|disk|quota)?|account|recipient|maildir|mailstore|storage|disk)[^.;:]{0,50}(?:is |are )?(?:over|almost |currently |too )?\b(?:full|exceeded|out of space)|(?:over|exceed\w*|out of|above|beyond)[^.;]{0,40}(?:quota|storage|disk space|mailbox (?:size|limit)|allocation|allotted)|quota[^.;]{0,30}(?:exceed|full|reached|violation|would|over|insufficient)|overquota|exceeded the local limit|mailbox (?:size )?limit|not enough (?:storage |disk )?space (?:in|for) .{0,30}(?:mailbox|user|recipient)|mail(?:box|folder) (?:is|has) (?:full|exceeded)|too many messages (?:in|on|for)|user has exhausted|insufficient (?:mailbox )?space|容量|一杯|いっぱい|满|переполнен|превышен/,
  ],
  [
    'moved',
    /(?:has|have) moved|mailbox (?:has )?moved|no forwarding address|moved to (?:<|a new|another)|address (?:has )?changed|is no longer (?:valid|at|with)|user not local|new (?:e-?mail )?address is/,
  ],
  [
    'user-unknown',
    /(?:user|account|mailbox|recipient|addressee|address|alias|name|member|person|subscriber|login|rcpt|maildrop|inbox|userid|local part)s?(?: (?:name|address|id|e-?mail))?(?: ?[<"'`([:][^\s]{1,200}[>"'`)\]:]?)?[ :,-]{1,3}(?:is |was |are |were |does |do |did |has |could |can |but |or )?(?:currently )?(?:unknown|not (?:be )?(?:found|known|exist|listed|recogni[sz]ed|valid|present|available here|active here|here|registered|defined|a valid|local|in )|n.t (?:exist|be found|have a?)|cannot be found|no longer (?:exist|here|valid|available|active|on|employed|has|accept)|invalid|doesn.t exist|unavailable: user|nonexistent|non-existent|not our customer|undeliverable|never existed)|(?:unknown|no such|invalid|nonexistent|non-existent|non existing|illegal|bad|inexistent|unrouteable|unroutable|undeliverable|incorrect|unrecognized|not a valid|no valid|no)(?: or illegal| or invalid)?(?: local| destination| e-?mail| mail| final delivery| virtual| network| final| forward| active)*[ -]?(?:user|recipient|mailbox|addressee|alias|address|account|rcpt|person|userid|member|customer|local part|subscriber)(?!\w)|no mailbox (?:here|by that name|found|for)|mailbox (?:unavailable|not found|does)|(?:this )?user (?:doesn.t|does not) have an? |(?:no one|nobody) (?:by|with) that name|there is no one at this address|recipnotfound|recipient not found|not listed in (?:public name|domino|.{0,30}directory|.{0,20}address book)|unable to (?:find|lookup) (?:user|recipient)|could ?n.t be found|wasn.t found at|not (?:a )?known (?:at|here|user)|does not exist(?! in dns)|said: 550 5\.1\.1|\buser unknown|unknown user|unknown recipient|deactivated mailbox|n'existe pas|no existe|non esiste|existiert nicht|nicht gefunden|unbekannt|onbekend|bestaat niet|inconnu|desconocid|sconosciut|не существует|не найден|neexistuje|nie istnieje|finns inte|findes ikke|não existe|存在しない|存在しません|見つかりません|不存在|不明/,
  ],
  [
    'not-accepting',
    /null ?mx|no mx (?:record|or a)|does not accept (?:any )?(?:e-?mail|mail)|(?:host|domain|server|mail server)[^.;]{0,40}(?:does not|doesn.t|not) accept(?:ing)? (?:any )?(?:e-?mail|mail)|couldn.t find (?:a|any) (?:mail exchanger|mx)|no mail server|mail (?:receiving )?disabled|cname lookup failed permanently/,
  ],
  [
    'host-unknown',
    /(?:host|domain|server|relay)(?: name| \S{1,120})?[ :,-]{1,3}(?:is |was |could |does |has )?(?:unknown|not (?:be )?(?:found|exist|known|valid)|n.t (?:exist|be found)|invalid|doesn.t exist|cannot be found)(?!.{0,25}try again)|(?:unknown|no such|invalid|illegal|bad|unrouteable|nonexistent|non-existent)[ -](?:mail )?(?:host|domain)|(?:couldn.t|could not|unable to|cannot|can.t) (?:find|resolve|locate|lookup)(?: any| the)? (?:host|domain|route)|nxdomain|host ?(?:name )?lookup (?:failed|did not)|all relevant mx records point to non-existent|unrouteable mail domain|domain (?:name )?not found|no (?:a |ip )?address (?:found |record )?(?:for|associated)|host or domain name not found|illegal host|name or service not known|not a valid domain|domain does not exist|dns .{0,40}(?:nxdomain|no such|does not exist)/,
  ],
  [
    'suspended',
    /(?:account|mailbox|user|address|recipient|inbox|domain)[^.;]{0,60}(?:suspend|disabl|deactivat|inactiv|discontinued|locked|expired|not active|closed|terminated|on hold|blocked by|frozen|archived|restricted|cancel)|inactive (?:user|account|mailbox|recipient)|(?:disabled|suspended|locked) (?:user|account|mailbox|recipient)|this account is not allowed|temporarily (?:disabled|suspended|locked|inactive)/,
  ],
  [
    'greylisted',
    /gr[ea]y-?list|try again (?:in|after) \d+|postgrey|come back later|please try (?:again )?later.{0,20}first time/,
  ],
  [
    'rate-limited',
    /rate[ -]?limit|too (?:many|much) (?:connections?|messages?|mails?|recipients?|requests?|errors|sessions|rcpts|concurrent)|too fast|throttl|(?:exceed|over)[^.;]{0,40}(?:rate|hourly|daily|per (?:hour|day|minute|second)|sending limit|connection limit|message limit)|temporarily deferred|\bts[s]?0\d\b|unexpected volume|unusual rate|server (?:is )?busy|slow down|limit exceeded|maximum .{0,30}(?:connections|recipients) (?:exceeded|reached)|deferred due to/,
  ],
  [
    'relaying',
    /relay(?:ing)? (?:access )?(?:is )?(?:denied|not (?:allowed|permitted)|prohibited|operation rejected)|(?:no|not|unable to|prohibited|cannot|may not|disallowed|insecure|open|does not allow|will not|won.t) relay|relay(?:ing)? (?:not|restriction|failed)|not local host|non-local (?:recipient|user|domain)|rcpthosts|not a gateway|is not (?:a )?(?:permitted|allowed) to relay|mail relay/,
  ],
  [
    'expired',
    /in the queue (?:for )?too long|(?:has |have |message |messages |mail |delivery |queue (?:time|lifetime) |time |timeout |retry )(?:was |has |been |is )?(?:expired|exceeded)|retry time(?:out)?|delivery time(?:d)? ?(?:out|expired)|unable to deliver in|(?:not|never) (?:been )?delivered (?:with)?in|could not (?:be )?deliver(?:ed)? (?:within|for the last|for \d|after)|giving up|will be (?:retried|re-?attempted)|(?:will|i'll) (?:keep|continue) (?:to )?(?:try|retry)|has been delayed|delivery (?:is |was |has been )?delayed|temporarily delayed|delivery failed \d+ attempts|attempts? (?:have )?failed|not yet been delivered|still trying|not going to try again|delayed by|retry timeout|message expired|too old|too many attempts|maximum retr|verspätet|retardé|retrasad|отложен/,
  ],
  [
    'loop',
    /routing loop|mail loop|too many hops|hop count|loops? back|loop detected|forwarding loop|too many (?:received|forward)|looping|message loop/,
  ],
  [
    'network',
    /connection (?:was |has been )?(?:timed? ?out|refused|reset|lost|dropped|closed|failed|attempt)|conn(?:ect|ection)[^.;]{0,40}(?:fail|time|refus|reset)|no route to host|network (?:is )?(?:unreachable|error|down)|(?:establish|open|make)[^.;]{0,20}(?:smtp )?connection|socket error|did ?n.t accept|did not accept our requests|host (?:is )?(?:not responding|unreachable|down)|(?:operation|read|connection|conversation|session|command)[^.;]{0,30}tim(?:ed|e) ?-?out|lost connection|name service error|temporary (?:lookup|dns|name)|dns (?:error|fail|timeout|lookup)|try again later.{0,10}dns|not responding|does not respond|unable to (?:connect|contact)|couldn.t connect|cannot connect|starttls|tls (?:is )?(?:required|negotiation|handshake)|server unavailable|name server timeout|host not found, try again/,
  ],
  [
    'filtered',
    /recipient (?:address )?(?:<[^>]{0,200}>:? )?(?:was )?(?:rejected|refused|denied|blocked|not accepted)|filter|does not like recipient|access denied|refused (?:to accept|by recipient|by the)|not accept(?:ed|ing)? (?:mail|message|recipient|for|by)|rejected by (?:recipient|user|the)|refused mail|user reject|mail refused|delivery not authori[sz]ed|not (?:want|wish) to receive|recipient .{0,30}(?:does not want|prefers not)|screened/,
  ],
  [
    'content',
    /attachment|(?:message|mime|header|content|line)[^.;]{0,30}(?:malformed|invalid|not allowed|too long|syntax|format|violat|bad)|bare (?:lf|cr|newline)|8-?bit|non-ascii|executable|improper|missing (?:from|date|message-id|header)|multiple (?:from|subject) header|duplicate header|conversion|not supported/,
  ],
  [
    'policy',
    /polic(?:y|ies)|prohibited|administrative(?:ly)? (?:prohibit|restrict|block)|security|not permitted|denied|not allowed|restrict|reject|refus|disallow|blocked|banned|unacceptable|violat|abuse|complaint/,
  ],
  [
    'system',
    /(?:internal|system|local|server|configuration|software|database|ldap|mailer|delivery agent|i\/o|disk|write|service|temporary|unexpected|unknown) (?:\w+ )?(?:error|failure|fault|problem|unavailable|not available)|(?:insufficient|not enough|lack of|out of) (?:system )?(?:storage|resources|memory|disk|space)|service (?:not |un)available|unable to contact ldap|command (?:died|failed|output|time)|exit(?:ed)? (?:status|code|with)|child status|died with|can.?t (?:create|open|write|chdir)|cannot (?:create|open|write|append)|permission denied|misconfigur|mail system|procmail|maildrop|out of (?:order|service)|overload|load (?:too|average)|unable to (?:write|open|create|lock)|cannot allocate/,
  ],
]

/** What the second and third number of an enhanced status code say (RFC 3463 and the IANA registry). */
const STATUS_REASONS: readonly [RegExp, BounceReason][] = [
  [/^[45]\.1\.(?:0|1|3|4|5|11)$/, 'user-unknown'],
  [/^[45]\.1\.2$/, 'host-unknown'],
  [/^[45]\.1\.6$/, 'moved'],
  [/^[45]\.1\.(?:7|8|9)$/, 'policy'],
  [/^[45]\.1\.10$/, 'not-accepting'],
  [/^[45]\.2\.1$/, 'suspended'],
  [/^[45]\.2\.2$/, 'mailbox-full'],
  [/^[45]\.2\.3$/, 'too-big'],
  [/^[45]\.2\.4$/, 'system'],
  [/^[45]\.3\.1$/, 'system'],
  [/^[45]\.3\.4$/, 'too-big'],
  [/^[45]\.3\.\d+$/, 'system'],
  [/^[45]\.4\.(?:4|310)$/, 'host-unknown'],
  [/^[45]\.4\.7$/, 'expired'],
  [/^[45]\.4\.(?:6|14)$/, 'loop'],
  [/^[45]\.4\.\d+$/, 'network'],
  [/^[45]\.5\.\d+$/, 'system'],
  [/^[45]\.6\.\d+$/, 'content'],
  [/^[45]\.7\.(?:20|21|22|23|24|26|27|30|31|509|515)$/, 'authentication'],
  [/^[45]\.7\.(?:25|28|606|511|750)$/, 'blocked'],
  [/^[45]\.7\.13$/, 'suspended'],
  [/^[45]\.7\.17$/, 'user-unknown'],
  [/^[45]\.7\.\d+$/, 'policy'],
]

const HARD: ReadonlySet<BounceReason> = new Set(['user-unknown', 'host-unknown', 'moved', 'not-accepting'])
const MAX_SCANNED = 4_000

/** The first enhanced status code (RFC 3463) in a text that says failure or delay. */
export function findStatus(text: string): string | null {
  return /(?:^|[^\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/.exec(text.slice(0, MAX_SCANNED))?.[1] ?? null
}

/** The first SMTP reply code of a failure in a text, as a number, or null. */
export function findReplyCode(text: string): number | null {
  const found = /(?:^|[\s:;'"(>=-])([45]\d\d)(?=[\s:;<,.'")-]|$)/m.exec(text.slice(0, MAX_SCANNED))
  return found ? Number(found[1]) : null
}

/**
 * Why a delivery failed, by what the server wrote and its status code. The words decide, because servers
 * give 5.1.1 and 5.7.1 for nearly anything; the code decides when the words say nothing.
 */
export function findReason(text: string, status: string | null): BounceReason {
  const words = text.slice(0, MAX_SCANNED).toLowerCase().replace(/\s+/g, ' ')
  const vague = new Set<BounceReason>(['policy', 'system', 'filtered', 'content'])
  const byWords = PHRASES.find(([, phrase]) => phrase.test(words))?.[0]
  const byStatus = status ? STATUS_REASONS.find(([code]) => code.test(status))?.[1] : undefined
  if (byWords && !vague.has(byWords)) return byWords
  return byStatus ?? byWords ?? 'unknown'
}

/**
 * hard when the address itself is dead and the answer is final. Full mailboxes, refused content, policy
 * and everything temporary are soft: another message, or the same one later, may arrive.
 */
export function classOfFailure(
  reason: BounceReason,
  status: string | null,
  code: number | null,
): 'hard' | 'soft' {
  const isTemporary = status ? status.startsWith('4') : code !== null && code < 500
  return HARD.has(reason) && !isTemporary ? 'hard' : 'soft'
}

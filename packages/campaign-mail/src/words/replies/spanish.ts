import type { LanguageRules } from '../../phrases.ts'
import { SPANISH_STOP, SPANISH_STOP_WORDS } from './spanish-stop.ts'

export const SPANISH: LanguageRules = {
  vocabulary: {
    not: 'no|nunca|jamas|ni|sin|tampoco|en vez de|en lugar de',
    filler: 'me|nos|por|favor|lo|la|se|les|quiero|queremos|hace|falta|es|necesario|que|hay|deseo|voy|vamos|a',
    rhetorical: '(por que|si no|todavia|aun|siguen sin|mientras)',
    ...SPANISH_STOP_WORDS,
    month:
      '(enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre)',
    number: '(\\d{1,2}|un|una|dos|tres|cuatro|cinco|seis|ocho|diez|doce|unos|unas|un par de|algunos)',
    when: '(en|dentro de)( unos| unas)? {number}( o {number}| a {number}|-\\d+)? (semanas?|mes(es)?|anos?)|(la|el)? ?(proxim[oa]|siguiente) (semana|mes|trimestre|ano|temporada|ejercicio|verano|primavera)|(semana|mes|trimestre|ano|temporada|primavera|verano) (que viene|proxim[oa]|siguiente|entrante)|(en|a partir de|a principios de|a mediados de|a finales de|para|despues de|pasado|pasada|pasadas|hasta|antes de|desde|sobre|hacia|por|principios de|mediados de|finales de|tras|despues del|para el|en el) ?(el |la |las |los |mes de )?({month}|primavera|verano|otono|invierno|20\\d\\d|navidad|navidades|las fiestas|fiestas|semana santa|vacaciones|temporada|reyes|ano nuevo|q[1-4]|[1-4]t)|(primer|segundo|tercer|cuarto|ultimo|1er|2o|3er|4o) trimestre|ano nuevo|{month}|mas adelante (este|en el) ano',
    weekday: '(lunes|martes|miercoles|jueves|viernes|sabado|manana|hoy|pasado manana)',
    clock:
      '(\\d{1,2}([:.]\\d\\d)? ?(h|horas|hs)|\\d{1,2}[:.]\\d\\d|a las? (\\d{1,2}|nueve|diez|once|doce|una|dos|tres|cuatro|cinco)|por la (manana|tarde)|mediodia)',
    thing:
      '(presupuestos?|ofertas?|propuestas?|cotizacion(es)?|muestras?|catalogos?|folletos?|informacion|info|detalles|contrato|documentacion|dossier|tarifas? completas?|ficha tecnica|fichas tecnicas|ejemplos|referencias|enlace|prueba|demo|factura|mas datos)',
  },
  stop: SPANISH_STOP,
  wrong_person: {
    says: [
      '(reenvi|envi|pas|transmit|traslad|deriv|remit|compart)(o|e|ado|amos|are|aremos|ido|í|ito|iremos|iendo|ando|emos|é)( (le|lo|la|su|el|tu|este|correo|mensaje|e-?mail|mail|informacion|propuesta|oferta|datos|consulta|solicitud|esta|este|ya))* (a|al) (?!(usted|mi|ti|nosotros|me)\\b)(mi |la |el |un |una |nuestr[oa] |departamento |)\\S+',
      '(escrib\\w+|contact\\w+|dirij\\w+|dirig\\w+|habl\\w+|pregunt\\w+|consult\\w+|pong\\w+|acud\\w+|envi\\w+|mande\\w*|llam\\w+|trat\\w+)( (se|usted|mejor|directamente|por favor|en contacto|su|lo|le|propuesta|correo|esto|ello|para|eso|este|tema|sobre|que|la|el|informacion|oferta))* (a|al|con|por) (\\S+@\\S+|mi (?!correo|tienda|oficina)\\S+|nuestr[oa] (?!oficina|tienda)\\S+|la (central|persona|responsable|direccion|oficina central|sede|jefa|encargada)|el (departamento|responsable|encargado|jefe|dueno|director|gerente)|departamento|central|sede|don|dona|senor|senora|sr|sra)',
      '(de eso|de esto|de ello|de estos temas|ese tema|este tema|esos temas|eso|esto|de las compras|las compras)( (se|lo|la|las|los))* (encarga|ocupa|lleva|decide|gestiona|corresponde|compete|ve|maneja)( \\S+){1,3}',
      '(mi|nuestr[oa]|el|la|don|dona|senora?|sra?\\.?) (\\S+ ){0,3}(es quien|se encarga|se ocupa|lleva (estos|ese|eso|las|los|este)|decide|es la responsable|es el responsable|es el encargado|es la encargada|le contestara|le respondera|se pondra en contacto)',
      '(la persona|el contacto|el interlocutor|el responsable|la responsable|el encargado|la encargada)( \\S+){0,5} (es|seria|sera)( \\S+)',
      '(en copia|pongo en copia|en cc)|(busca|buscaba|querra|quiere)( \\S+)? (seguramente|probablemente) (a|al)',
    ],
    saysNot: [
      '(no|tampoco)( (soy|somos|es|yo|la|el|mi|llevo|gestiono|decido|me|nos|quien|de|ya|con|su|competencia|ocupo|encargo|trato))* (persona|indicad[oa]|adecuad[oa]|responsable|encargad[oa]|contacto|interlocutor|competencia|departamento|ocupo|encargo|llevo|gestiono|decido|area|tema|correspond\\w+|compete|decide|decision)( \\S+)?',
      '(persona|direccion|correo|destinatario|departamento|empresa|contacto|numero) (equivocad[oa]|incorrect[oa]|erroneo)|se (ha|han) (equivocado|confundido)|te has (equivocado|confundido)',
    ],
    unless: [
      '(llame|escriba|contacte|contacteme|llameme|escribame)( me| nos| conmigo| con nosotros)',
      'no (llevo|llevamos) (dinero|mucho)',
    ],
  },
  meeting: {
    says: [
      '(llam(e|en|a|ad|es)(me|nos)|(me|nos) (puede|pueden|podria|podrian|puedes) llamar|llamenme|llameme|llamame|llamenos|llamennos|llamarme|llamarnos|telefoneeme|me llam(e|en|as|a)|nos llam(e|en|as)|(den|de|dame|deme)(me|nos)? un toque|darme una llamada)',
      '(podemos|podriamos|puedo|puede|podria|pueden|podrian|podeis|quedamos|vernos|nos|quiero|queremos|me gustaria|nos gustaria|quisiera|quisieramos|agendar|concertar|fijar|tener|hacer|encantad\\w+|cuando|hablemos)( \\S+){0,6} (vemos|reunirnos|vernos|quedar|reunion|llamada|videollamada|cita|visita|visitarnos|por telefono|demo|demostracion|cafe|hablar|charlar|encuentro|venir|pasarse|pasar por)',
      '(pas(e|en|ese|ense|ate|arse|ad)|ven(ga|gan|id|ir)|visit(e|en|enos|anos|arnos)|acerquese|acercate)( \\S+){0,4} (tienda|taller|oficina|despacho|local|vernos|verme|cuando quiera|negocio|restaurante|por aqui|{weekday})|venga a ver\\w*|visitenos',
      '{weekday}( \\S+){0,7} (viene bien|va bien|puedo|podemos|perfecto|estoy libre|de acuerdo|estaria bien|me va|me viene|nos viene|nos va|ok|disponible|vale|estaria|bien)',
      '(viene|va|vendria|puedo|podemos|disponible|libre|quedamos|perfecto|mejor|vale)( \\S+){0,5} (el |este |proximo )*({weekday}|la semana que viene|esta semana)',
      '{weekday}( \\S+){0,4} {clock}|{clock}( \\S+){0,3} {weekday}',
      '(cuando|que dia|a que hora|que dias)( \\S+){0,5} (puede|pueden|podemos|viene bien|vienen bien|disponible|disponibilidad|quedar|quedamos|hablar|libre|podria)',
      '(tiene|tienen|tienes)( \\S+){0,3} (hueco|disponibilidad|tiempo|un momento)',
      '(confirmo|confirmamos|acepto|aceptamos|propongo|proponemos|reservar|reserve|agendar|agendamos|agendemos)( \\S+){0,4} (cita|reunion|llamada|hora|visita|fecha|videollamada)',
      '(nos vemos|hablamos|quedamos|hasta)( \\S+){0,2} ({weekday}|a las)|(mi|nuestro) (calendario|agenda|telefono|numero|movil)( \\S+)?( es|:)|calendly|(en el|al) (telefono )?\\+?\\d{3}[\\d ]{5,}',
    ],
    unless: [
      'hasta el {weekday}|se (la|lo) (puede|pueden) quedar|en (su|mi) (teléfono|móvil)',
      '({when})(?![^\\n]*{clock})(?![^\\n]*{weekday})',
      '(no|sin|ni|nunca)( (me|nos|hace|falta|quiero|por|favor|mas|se|hay|que))* (llam\\w+|llamadas?|visit\\w+|reunion\\w*|vengan|venga)',
      '(ayer|pasad[oa]|tuvimos|hablamos ayer|hemos hablado|llame ayer)',
    ],
  },
  later: {
    saysNot: [
      '(escrib\\w+|contact\\w+|llam\\w+|vuelv\\w+|volv\\w+|pregunt\\w+|intent\\w+|habl\\w+|retom\\w+|recuerd\\w+|recontact\\w+|quiza\\w*|tal vez|a lo mejor|puede que|posiblemente|mejor|veremos|vemos|miramos|miraremos|valorar\\w*|considerar\\w*|revis\\w+|estudi\\w+|decid\\w+|interes\\w+|presupuesto|no antes|pensar\\w*|plante\\w+|tratar|tema|esperar|esperamos|otra vez|de nuevo|ya|si acaso|ponga\\w*)( \\S+){0,8} ({when})',
      '({when})( \\S+){0,8} (otra vez|de nuevo|quiza\\w*|tal vez|hablamos|hablaremos|veremos|vemos|mejor|escrib\\w+|contact\\w+|volv\\w+|puede|podria|retom\\w+|si acaso|podemos|miramos)',
      '^(quiza|quizas|tal vez|a lo mejor|mejor|no antes de)?( \\S+){0,2} ({when})( \\S+){0,2}$',
      '(mas adelante|mas tarde|en otro momento|en otra ocasion|otro dia|en un futuro|en el futuro|llegado el momento|en su momento)',
      '(le|les|te|os|nos) (contactar\\w+|avisar\\w+|llamar(e|emos)|escribir(e|emos)|pondremos|pondre)( \\S+){0,4} (si|cuando|en caso|mas|en cuanto)',
      '(guardo|guardamos|me quedo|nos quedamos|tendremos|tendre|apunto|archivo)( \\S+){0,6} (en cuenta|para el futuro|por si|mas adelante|datos|contacto)',
      '(no es|mal|mal\\.|no es un) (buen |el |un buen )?(momento)|demasiado pronto',
      '^(hola,? |gracias,? |lo siento,? )?(ahora|de momento|por ahora|por el momento|ahora mismo|actualmente|en este momento|este ano) (mismo )?no(?=[,.!;]|$| gracias| puedo| podemos| es)|^no (por ahora|de momento|por el momento|ahora|en este momento)',
      '(ahora|ahora mismo|de momento|en este momento|por ahora) no(?=[,.!;]|$)|no (ahora|por ahora|de momento|por el momento)(?=[,.!;]|$)',
      '(no|sin|ya no)( \\S+){0,4} (presupuesto|tiempo|capacidad|recursos)(?=[^\\n]*(ano|momento|ahora|hasta|trimestre|mes|actualmente|temporada))',
      '(presupuesto)( \\S+){0,3} (agotado|cerrado|gastado|comprometido)|(liad[oa]s?|desbordad[oa]s?|a tope|mucho trabajo|mucho lio)( \\S+){0,6} (ahora|hasta|momento|temporada|ultimamente|estos)',
    ],
    unless: [
      '(desde|pasad[oa]|ultim[oa]) (hace )?(el )?({month}|mes|ano|semanas?)',
      'hace \\S+ (meses|anos)',
    ],
  },
  not_interested: {
    says: [
      '^(hola,? )?(no),? (gracias|muchas gracias)|^no(?=[,.!]|$)|gracias,? pero no( gracias)?|muchas gracias,? pero no',
      '(ya|actual|habitual|de siempre|propio|propia)( \\S+){0,6} (proveedor(es)?|contrato|solucion|sistema|socio|agencia|cubiert\\w+|empresa|servid\\w+|alguien|quien|resuelto|uno|una)',
      '(content[oa]s?|satisfech[oa]s?|encantad[oa]s?|cubiert[oa]s?|a gusto)( \\S+)? (con|de) ((nuestr|su|lo|el|la|mi)\\w*|proveedor)',
      '(demasiado car[oa]|muy car[oa]|fuera de (nuestro )?presupuesto|se (nos )?va de presupuesto)',
      '(declin|rechaz)(o|amos|ar)|lo dejamos|lo descartamos|descartad[oa]|hemos (decidido|optado|elegido)( \\S+){0,3} (otr[oa]|no|por otr[oa])',
      '(lo|la|los|las|eso|esto)? ?(hacemos|hago|fabricamos|gestionamos)( \\S+){0,3} (nosotros mismos|internamente|en casa|yo mismo)|ya (tenemos|tengo|lo tenemos|hemos comprado|compramos)( \\S+){0,2}(?=[,.!]|$)|(mucha suerte|suerte con|mucho exito|que les vaya bien)',
    ],
    saysNot: [
      '(así que|pero|entonces|lo siento,?) no(?=[ .,!]|$)(?! (es|me|nos|se))|no (vamos a|voy a) (aprovechar|contratar|seguir)( \\S+)?|no (tiene|hay) (interés|dinero|fondos|presupuesto)( \\S+)? (para|en)( \\S+)?|(dejar|dejarlo)( \\S+){0,2} como est[áa]n?|no se (ajusta|adapta) a( \\S+)?|(que va|va a ser que no|paso)(?=[ .,!]|$)|no (contéis|cuente|cuenten) conmigo|no (le|les) (daríamos|daremos|vemos) (uso|utilidad|sentido)|no veo (qué|para qué|la utilidad)( \\S+)?',
      'no( (me|nos|le|les|estoy|estamos|tengo|tenemos|hay|veo|vemos|existe|creo|pienso|que|muy|realmente|es|de|mucho|ningun|ninguna|nada|sea|en|este|esto|esta|por|ahora|momento))* (interes\\w*|interesad[oa]s?|necesidad|necesari[oa]|necesit\\w+|hace falta(?! que)|encaja|utilidad|prioridad|aplica|relevante|para nosotros|lo que buscamos|va con nosotros|conviene|sirve|buscamos|usamos|utilizamos|trabajamos con|necesitamos|requerimos|contemplamos)',
      '(no|ningun|ninguna|nulo|cero|nada de|sin) (tener |tengo |hay )?(interes|necesidad)|no (nos|me) hace falta(?! que)|hace falta nada|no es para (nosotros|mi)|nada que nos interese',
      '(poco|nada) interesad[oa]s?',
    ],
    unless: [
      '(no|interes\\w*|necesit\\w+)[^\\n]*,? (pero|sino|en cambio|aunque|sin embargo)( \\S+){0,9} (si|envi\\w+|mand\\w+|presupuesto|oferta|interes\\w+|gustaria|queremos|quisiera|quisieramos|podria|muestra|informacion)',
      'no (solo|digo que no|descart\\w+|es que)|no estoy segur\\w+|no me quit\\w+',
      'por que( \\S+){0,3} no',
    ],
  },
  question: {
    says: [
      '(cuanto|cuantos|cuanta|cuantas|que|cual|cuales|como|donde|cuando|quien|desde cuando|a partir de cuando|a cuanto)[^\\n?]{1,200}\\?',
      '(cuanto (cuesta|cuestan|vale|valen|costaria|es|seria|saldria|sale)|que (precio|precios|coste|tarifa|tarifas|condiciones|garantia|plazo|plazos)|cual es (el|su) (precio|coste|plazo)|cuales son (los|sus) (precios|tarifas|condiciones)|a que precio)',
      '^((hola|gracias|buenas|ok|y|pero|suena bien|una pregunta|pregunta|una duda|buenos dias)[^\\n?]{0,40}?[,:–-] ?)?[¿]? ?(hacen|hace|envian|tienen|tiene|ofrecen|ofrece|es|son|esta|estan|se|hay|pueden|puede|podrian|incluye|incluyen|funciona|sirve|trabajan|aceptan|venden|instalan|el|la|los|las|sus|su|entregan|haceis|teneis|lo|viene|vienen|cubren|dan|requiere|necesita|existe|ofreceis|permite|hariais|vendeis|repartis|reparten)[^\\n?]{1,200}\\?',
      '^[¿]?(\\S+ ){0,4}(precio|precios|tarifa|tarifas|coste|condiciones|garantia|plazo|plazos|pedido minimo|gastos de envio|descuento)( \\S+){0,2} ?\\?+$',
      '(indic\\w+|digan\\w*|diga\\w*|dime|pas\\w+|envi\\w+|mand\\w+|facilit\\w+|saber|conocer|dar\\w*|den\\w*|deme|comuni\\w+|enviar\\w*)( \\S+){0,5} (precios?|tarifas?|condiciones|costes?|plazos?|lista de precios)',
      '(quisiera|quisieramos|me gustaria|nos gustaria|quiero|necesito|queremos|querria|necesitamos) (saber|conocer) (si|como|que|cuanto|cual\\w*|el|la|los|las)',
    ],
    unless: [
      '(mi|mis|nuestr[oa]|este) (correo|e-?mail|mail|direccion|datos|nombre|contacto|telefono|numero)',
      '(quien (es|eres|son|les|le|os)|de donde (han|ha|habeis|has)|como (ha|han|has|habeis|me) (conseguido|encontrado|obtenido|sacado)|es (una broma|spam|un robot|una estafa)|en serio|de verdad|se (rien|burlan)|por que|que es esto|que quiere\\w*|nos conocemos|ha recibido|han recibido|que tal)',
      '(volver a enviar|reenviar|otra vez)|(puede|podria|pueden|podrian|podeis|puedes)( \\S+){0,8} ({thing})|(llamar|reunir\\w*|quedar|vernos|hablar|visitar\\w*|telefono|reunion|viene bien)\\b|adjunto',
    ],
  },
  interested: {
    says: [
      '(presupuesto|oferta|contrato)( \\S+){0,5} (envi\\w+|mand\\w+|reenvi\\w+)|(nos quedamos con|compramos|pedimos|cogemos|queremos) (\\d+|un|una|dos|tres|cuatro|cinco|diez) ',
      '(envi\\w+|mand\\w+|hag\\w+|prepar\\w+|pas\\w+|remit\\w+|facilit\\w+|hacer\\w*|recibir|quisiera|quisieramos|querria|queremos|quiero|necesito|necesitamos|gustaria|solicito|solicitamos|agradeceria|espero|esperamos|deseamos|deseo|tener|ver|probar|pido|pedimos|proporcion\\w+|dar\\w*)( \\S+){0,8} {thing}',
      '(mas|ampliar|mayor)( la)? (informacion|info|detalles|datos)|(saber|conocer) mas|cuenteme mas|cuentenos mas|cuentame mas|digame mas',
      '(?<!no )(?<!no me )(?<!no nos )(me|nos) (interesa\\w*|interesaria\\w*|parece (muy )?(bien|interesante|perfecto|genial|estupend\\w+)|encaja|apunto|apuntamos|encantaria)',
      '(?<!no )(estoy|estamos|estaria|estariamos|si|muy|tenemos|tengo) (muy )?(interesad[oa]s?|interes)|(suena|pinta|se ve|parece)( \\S+)? (bien|interesante|genial|perfecto|estupendo|muy bien|prometedor)|pero si (las|los|el|la) \\S+',
      '(adelante|de acuerdo|trato hecho|vamos adelante|perfecto|ok|vale)( \\S+){0,2} (adelante|con|procedemos|proceda\\w*|envi\\w+|mand\\w+|lo hacemos|lo cogemos|empezamos|firmamos)|^(adelante|de acuerdo|trato hecho|hecho)(?=[,.!]|$)|(siguientes?|proximos?) pasos?|como (procedemos|hacemos|se hace|podemos empezar|hacemos el pedido|lo contrato|contratamos|puedo comprar\\w*)|(queremos|quiero|quisiera|quisieramos|nos gustaria|me gustaria) (\\S+ )?(probar\\w*|pedir\\w*|comprar\\w*|contratar\\w*|encargar\\w*|hacer un pedido|seguir|avanzar|colaborar)|lo (compramos|compro|queremos)|contad conmigo|cuente conmigo|cuenten con',
      '^(si|claro|por supuesto|encantad[oa]s?|vale|con gusto)(,? (por favor|gracias|claro|me|nos|por supuesto|envi\\w+|mand\\w+|encantad\\w+|quisiera\\w*|queremos))+( \\S+){0,6}|^(si|claro|por supuesto)(?=[,.!]|$)',
      '(justo|precisamente)( \\S+){0,4} (busc\\w+|necesit\\w+|falta)|(buscamos|busco|buscando)( \\S+){0,4} (solucion|proveedor|algo asi|esto|algo)',
    ],
    unless: [
      '(lo demas|el resto|los demas)',
      '(no|ni|sin|nunca|ningun|ninguna|poco)( \\S+){0,4} (interes\\w*|necesit\\w+|presupuesto|ofertas?|informacion|catalogos?|gusta)(?![^\\n]*(pero|sino|en cambio))',
      '(otro correo|otra oferta|otro mensaje|que maravilla|enhorabuena|felicidades|bravo|robots?|\\bia\\b|spam|jaja|que original|justo lo que (necesitaba|me faltaba)|lo que me faltaba|que ilusion|no me digas|sorpresa)',
    ],
  },
  mocking: {
    says: [
      'otr[oa] (\\S+ ){0,3}(correo|mail|email|mensaje|oferta|spam|robot|vendedor)|que (maravilla|original|ilusion|sorpresa|bonito|alegria)|enhorabuena|felicidades por|bravo|(un|por un) robot|chatgpt|(una|por) ia|jaja|lo que me faltaba|justo lo que (necesitaba|me faltaba|esperaba)|me muero de ganas|no me digas',
    ],
  },
}

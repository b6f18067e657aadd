/**
 * What agents and customers say in Spanish, of Spain and of America, with `usted` and with `tú`.
 * Accents are folded before comparison, so it does not matter whether a transcript has them.
 */
import type { PhraseTable } from '../phrase-rule.ts';

const BOSS = 'supervisor|supervisora|encargado|encargada|gerente|jefe|jefa|responsable|superior';
const CALLS = 'llamo|llamaré|llamaremos|llamamos|llamará|llamarán|devuelvo|devolveré|devolveremos';

export const SPANISH: PhraseTable = {
  script: 'SPACED',
  rules: {
    greeting: [
      'buenos|buen días|día',
      'buenas tardes|noches',
      'hola|bienvenido|bienvenida',
      'gracias por llamar|llamarnos|comunicarse|contactar|contactarnos|su_llamada|tu_llamada',
      'en qué|que le|te|lo|la? puedo|podemos ayudar|ayudarle|ayudarte|servir|servirle',
      'cómo le|te|puedo|podemos puedo|podemos? ayudar|ayudarle|ayudarte',
    ],
    'recording-disclosure': [
      'llamada|conversación está|podrá|puede|será|va_a|podría siendo|ser? grabada|monitoreada',
      'llamada|conversación se|está graba|grabará|grabando',
      'estamos|está|se_está|voy_a grabando|grabar esta|la llamada|conversación',
      'línea grabada',
      'grabada|grabado por|para|con motivos|fines|control|calidad|seguridad|motivos_de',
    ],
    'identity-check': [
      'verificar|confirmar|comprobar|validar su|tu|sus|tus identidad|datos|nombre|cuenta|dirección',
      'por motivos|razones? de? seguridad',
      'pregunta|preguntas de seguridad',
      'me puede|puedes|podría|podrías? dar|decir|confirmar|facilitar|indicar su|tu nombre',
      'confirmarme|decirme|darme|facilitarme|indicarme su|tu|sus|tus',
      'su|tu dni|documento|nombre_completo|número_de_cuenta|número_de_cliente',
      'fecha de nacimiento',
      'últimos cuatro dígitos|números',
      'con quién tengo el gusto',
    ],
    apology: [
      'lo siento|sentimos|lamento|lamentamos',
      'lamento|lamentamos|siento|sentimos mucho? la|las|los|el|que|escuchar|oír',
      'le|te|les pido|pedimos|ofrezco|ofrecemos mil|nuestras|mis? disculpas|perdón',
      'disculpe|disculpa|disculpen|perdone|perdona por? las|los|la|el molestias|espera|demora',
      'disculpe|disculpa|disculpen|perdone|perdona por? los|el inconvenientes|retraso',
      'mis|nuestras más? sinceras? disculpas',
      'mil disculpas',
    ],
    'hold-request': [
      'no cuelgue|cuelgues',
      'espere|espera|espéreme|aguarde|aguarda un|unos momento|momentito|segundo|minuto|instante',
      'espere|espera|aguarde|permanezca|manténgase en línea|la_línea',
      'permítame|permíteme|deme|dame|me_permite un|unos momento|momentos|momentito|segundo|minuto',
      'un momento|momentito|segundo|instante por favor',
      'le|te pongo|dejo|voy_a_poner|voy_a_dejar|puedo_poner|puedo_dejar en espera',
    ],
    'escalation-request': [
      `hablar|hable|comunicarme|comuníqueme|páseme|pásame con un|una|el|la|su|tu|otro? ${BOSS}`,
      'hablar|comunicarme|comuníqueme|páseme|pásame con una persona|persona_real|humana',
      'quiero|quisiera|deseo|necesito|puedo|podría hablar con alguien|otra_persona|otro',
      'con su|tu|el|la|un|una supervisor|supervisora|gerente|encargado|encargada|jefe|superior',
      'poner|presentar|hacer|interponer|levantar una|la reclamación|queja|denuncia',
      'persona real',
    ],
    'cancellation-request': [
      'quiero|quisiera|deseo|necesito|querría|me_gustaría|puedo|para cancelar|anular|rescindir',
      'dar|darme|darse|doy|dé|darle de baja',
      'cancelar|anular|cancele|anule mi|el|la|nuestro|este|esta contrato|cuenta|pedido|servicio',
      'cancelar|anular|cancele|anule mi|la|nuestra|esta suscripción|reserva|póliza|línea|tarjeta',
    ],
    'callback-promise': [
      `le|te|lo|la|los ${CALLS}`,
      'le|te|lo|la contactaré|contactaremos|contactará|contactarán',
      'le|te vamos|voy|va|van a llamar|contactar|devolver',
      'vuelvo|volveré|volvemos|volveremos a llamarle|llamarte|llamarlo|llamarla|contactarle',
      'nos|me pondremos|pondré en contacto',
      'recibirá|recibirás una llamada',
    ],
    'further-help-offer': [
      'puedo|podemos ayudarle|ayudarte|ayudar en|con algo|alguna más|otra_cosa|cosa_más',
      'algo más en|con que|lo_que|qué',
      'algo|alguna más|otra_cosa|cosa_más en|que|por|con',
      'alguna otra cosa|duda|consulta|pregunta',
      'necesita|necesitas|desea algo más',
    ],
    closing: [
      'que tenga|tengas|tengan|pase|pases|pasen un|una? muy? buen|buena|lindo|excelente|feliz',
      'que le|te vaya bien|muy_bien',
      'gracias por llamar|llamarnos|su_llamada|tu_llamada|comunicarse|contactarnos|su_tiempo',
      'adiós|hasta_luego|hasta_pronto|chao|chau',
      'buen día|fin_de_semana',
      'feliz día|tarde|noche|fin_de_semana',
      'hasta la_próxima|mañana|otra',
      'que esté|estés|estén muy? bien',
      'cuídese|cuídate|saludos',
      'gracias por su|tu tiempo|paciencia|preferencia|confianza|atención',
      'muy? buenas tardes|noches',
      'estamos para servirle|servirte',
      'ha sido un placer|gusto',
      'un placer atenderle|atenderte|haberle_atendido|ayudarle',
    ],
  },
  purpose: [
    'le|te|les llamo|llamaba|llamamos|estoy_llamando|contacto|contactamos para|por|porque|sobre',
    'motivo|razón de mi|nuestra|la|esta llamada',
    'quería|queríamos informarle|recordarle|ofrecerle|confirmar|preguntarle',
  ],
  request: [
    'quiero|quisiera|querría|necesito|deseo|busco|perdí|olvidé|recibí|compré|pedí',
    'me gustaría|han_cobrado|cobraron|llegó|ha_llegado|podría|puede|puedes|podrías|ayuda',
    'podría|puede|puedes|podrías|pueden usted? ayudarme|decirme|enviarme|darme|ayudar|decir|enviar',
    'he perdido|olvidado|recibido|comprado|pedido|intentado',
    'llamo|llamaba|le_llamo|estoy_llamando porque|para|por|sobre',
    'tengo|tenemos|hay un|una|unas|algunos? problema|pregunta|duda|consulta|queja|dudas',
    'no funciona|puedo|llega|ha_llegado|me|recibí|he_recibido|encuentro|tengo',
    'cómo|cuándo|dónde|cuánto puedo|cuesta|está|llega|hago|es',
    'ayuda con|para',
  ],
};

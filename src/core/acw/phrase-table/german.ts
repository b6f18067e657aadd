/**
 * What agents and customers say in German, with `Sie` and with `du`. Umlauts are folded before
 * comparison, so `für` and `fur` are the same; `ss` and `ß` are not, and both are written out.
 */
import type { PhraseTable } from '../phrase-rule.ts';

const CALL = 'gespräch|anruf|telefonat|gespräche|anrufe';
const RECORDED = 'aufgezeichnet|mitgeschnitten|aufgenommen|mitgehört';
const PURPOSE = 'schulungszwecken|qualitätszwecken|trainingszwecken|qualitätsgründen';
const BOSS = 'vorgesetzten|chef|chefin|teamleiter|teamleiterin|supervisor|manager|abteilungsleiter';
const THEIR = 'einem|einer|einen|ihrem|ihrer|ihren|ihre|dem|der|den|deinem|deinen';
const CONTRACT = 'vertrag|abo|abonnement|bestellung|konto|anschluss|versicherung|tarif|karte';
const MY = 'meinen|meine|mein|den|das|die|diesen|unseren';
const LATER = 'morgen|heute|später|gleich|dann|noch|nochmal|wieder';

export const GERMAN: PhraseTable = {
  script: 'SPACED',
  rules: {
    greeting: [
      'guten morgen|tag|abend',
      'hallo|moin|servus|grüezi|grüß_gott|grüss_gott',
      'herzlich willkommen',
      'willkommen bei|beim',
      'vielen|danke|herzlichen dank? für ihren|deinen anruf',
      'was kann|darf ich|wir für sie|dich|euch tun',
      'wie|womit kann|darf|können ich|wir ihnen|dir|euch helfen|behilflich|weiterhelfen',
    ],
    'recording-disclosure': [
      `${CALL} wird|werden|kann|können|könnte|darf zu|für|aus? ${PURPOSE}? ${RECORDED}`,
      'aufzeichnung|mitschnitt des|dieses|ihres gesprächs|anrufs|telefonats',
      'gespräch|anruf|telefonat aufzeichnen|mitschneiden|aufnehmen',
      'zu|für|aus schulungszwecken|qualitätszwecken|trainingszwecken|qualitätsgründen',
      'zur qualitätssicherung',
    ],
    'identity-check': [
      'ihr|dein|ihre|deine|ihren|deinen geburtsdatum|kundennummer|kundenkennwort|anschrift',
      'ihren|deinen vollständigen? namen',
      'geburtsdatum nennen|bestätigen|sagen',
      'aus sicherheitsgründen',
      'zu ihrer|deiner sicherheit',
      'ihre|deine identität|daten|adresse bestätigen|prüfen|überprüfen|abgleichen',
      'zur verifizierung|legitimation|identifikation|sicherheit|identifizierung',
      'sicherheitsfrage|sicherheitsfragen',
      'mit wem spreche ich',
    ],
    apology: [
      'tut mir|uns sehr|wirklich|furchtbar|aufrichtig|echt? leid',
      'tut es mir|uns sehr|wirklich|aufrichtig? leid',
      'entschuldigen sie|wir bitte|die|uns|vielmals',
      'möchte|möchten mich|uns dafür|vielmals|aufrichtig? entschuldigen',
      'entschuldigung für|dass|wegen',
      'entschuldige|entschuldigen die|sie|bitte unannehmlichkeiten|verzögerung|wartezeit|umstände',
      'bitten|bitte um entschuldigung|verzeihung',
    ],
    'hold-request': [
      'einen|ein|kleinen|kurzen moment|augenblick|momentchen bitte',
      'einen|ein kleinen|kurzen? moment|augenblick|momentchen',
      'bleiben|bleib sie? bitte|kurz? dran|in_der_leitung|am_apparat',
      'warten|warte sie? bitte? kurz|einen|einen_moment|bitte',
      'in die warteschleife|warteschlange',
      'lege|stelle|setze sie|dich kurz|in|auf',
      'moment|augenblick bitte',
      'haben|gedulden sie bitte|sich? kurz|einen_moment|einen_augenblick|etwas_geduld',
    ],
    'escalation-request': [
      `mit|an ${THEIR} anderen|anderem|zuständigen? ${BOSS}`,
      'mit einem|jemand|jemandem echten|richtigen|anderem|anderen menschen|mitarbeiter|sprechen',
      `${THEIR} ${BOSS} sprechen|haben`,
      `geben|holen sie mir? bitte? ${THEIR} ${BOSS}`,
      'echten|richtigen menschen|mitarbeiter',
      'möchte|will|werde mich beschweren',
      'eine beschwerde einreichen|einlegen|machen|schreiben',
    ],
    'cancellation-request': [
      `${MY} ${CONTRACT} zum|bitte|gerne? kündigen|stornieren|widerrufen|auflösen`,
      'möchte|will|würde_gerne|würde_gern gerne|gern? kündigen|stornieren|widerrufen',
      'kündigen sie bitte|meinen|mein|den',
      'stornieren|storniere sie? bitte|meine|die|den',
      'hiermit kündige|kündigen|storniere|widerrufe ich|wir',
      'meine kündigung',
      'vertrag|abo|bestellung|konto|karte kündigen|stornieren|widerrufen',
    ],
    'callback-promise': [
      'rufe|rufen|ruft ich|wir? sie|dich|euch ... zurück',
      `rufe|rufen|ruft ich|wir? sie|dich|euch ${LATER} ${LATER}? an`,
      'melde|melden|meldet mich|uns|sich ... bei_ihnen|bei_dir|zurück|wieder',
      'werde|werden|wird ich|wir? sie|dich|mich|uns ... zurückrufen|anrufen|melden',
      'rückruf von uns|mir|einem',
      'sie|du bekommen|erhalten|bekommst|erhältst einen rückruf|anruf',
      'zurückrufen',
    ],
    'further-help-offer': [
      'kann|darf ich|wir ihnen|dir|sonst sonst|noch? noch|etwas? irgendwie? helfen|weiterhelfen',
      'kann|darf ich|wir sonst|noch noch|etwas|was für sie|dich tun',
      'kann|darf ich|wir sonst|noch noch|etwas|was für sie|dich tun',
      'haben|hast sie|du noch|weitere|sonst weitere|eine|irgendwelche|noch? fragen|frage|anliegen',
      'sonst noch etwas|was|fragen',
      'gibt|brauchen es|sie sonst noch',
    ],
    closing: [
      'auf wiederhören|wiedersehen|wiederschauen',
      'schönen|schöner|angenehmen|guten tag|abend|nachmittag noch',
      'einen|ihnen|noch|dir noch|einen? schönen|angenehmen tag|abend|nachmittag|feierabend|morgen',
      'schönes|ein|angenehmes schönes? wochenende',
      'vielen|besten|herzlichen dank für ihren|deinen|das|die anruf|gespräch|geduld',
      'tschüss|tschüß|ade|ciao|bis_bald',
      'alles gute',
    ],
  },
  purpose: [
    'ich|wir rufe|rufen sie? an|wegen|weil|um',
    'rufe|rufen ich|wir an|wegen|weil',
    'grund meines|unseres|des anrufs',
    'es geht um',
    'wollte|wollten|möchte|möchten ihnen|sie nur? mitteilen|erinnern|fragen|anbieten|informieren',
  ],
  request: [
    'ich möchte|will|brauche|suche|hätte|würde|muss|wollte|kann|habe|bräuchte|rufe',
    'ich|wir hab|habe|haben ein|eine|einen|da problem|frage|anliegen|probleme|fragen',
    'ich hab|habe meine|meinen|mein karte|passwort|bestellung|rechnung',
    'können|könnten|kannst|könntest sie|du mir|bitte|mal',
    'es geht um',
    'ich rufe an|wegen|weil',
    'funktioniert|geht nicht',
    'meine|mein|die|der karte|rechnung|bestellung|paket|internet|lieferung ist|wurde|geht|kam',
    'wie|wann|wo|warum|was kann|ist|wird|kostet|muss|komme|kommt',
    'hilfe bei|mit',
  ],
};

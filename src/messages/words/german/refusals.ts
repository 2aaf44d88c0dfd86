import type { Words } from '../words.ts';

type Refusals = Words['refusals'];

const pictures = (count: number): string => (count === 1 ? '1 Bild' : `${count} Bilder`);
const anew = (when: string): string => `Die Zählung beginnt ${when} neu.`;
const atOnce = 'Bitte versuche es wieder, wenn eines davon fertig ist; `/jobs` zeigt deine.';

const jobs: Refusals['jobs'] = {
  queueFull: (waiting) =>
    `Die Schlange ist voll: ${waiting} Aufträge warten schon. Bitte versuche es in ein paar Minuten wieder.`,
  underWay: 'Es ist schon abgeschickt und lässt sich nicht mehr stoppen. Die Bilder werden kommen.',
  notFound:
    'Diesen Auftrag gibt es nicht mehr, oder er hat sich inzwischen geändert. Beginne einen neuen mit `/imagine` oder `/gen`.',
  notYours: 'Das kann nur die Person, die dieses Bild gewünscht hat.',
  commandChanged:
    'Dieser Befehl hat sich gerade geändert. Bitte tippe ihn noch einmal, oder lade Discord neu.',
};

const keys: Refusals['keys'] = {
  noKeyInServer:
    'Auf diesem Server gibt es noch keinen API-Schlüssel für Bilder. Wer das Recht **Server verwalten** hat, kann mit `/key set` einen setzen.',
  noKey:
    'Hier gibt es noch keinen API-Schlüssel für Bilder. Setze in den Direktnachrichten mit diesem Bot mit `/key set` deinen eigenen.',
  quotaClosed: (next) =>
    `Das Bildkontingent ist aufgebraucht, darum wird vorerst nichts abgeschickt. ${next} Wer den API-Schlüssel gesetzt hat, kann es aufstocken.`,
  quotaTrial: 'Gerade wird ein einzelnes Bild versucht; bitte frage in ein paar Minuten noch einmal.',
  quotaReopens: (when) => `Der nächste Versuch ist ${when}.`,
  unusable: (shortest, longest) =>
    `Das kann kein API-Schlüssel sein: Ein Schlüssel ist ein Wort aus ${shortest} bis ${longest} Buchstaben, Ziffern und Zeichen. Es wurde nichts geändert.`,
  refused:
    'Der Bilderdienst lehnt diesen API-Schlüssel ab, darum wurde nichts geändert. Kopiere ihn neu aus der Web-Konsole des Dienstes.',
  botAbsent:
    'Auf diesem Server sind nur die Befehle dieses Bots, nicht der Bot selbst, darum kann hier kein API-Schlüssel liegen. Lade zuerst den Bot ein.',
  gone: 'Den API-Schlüssel, mit dem das gewünscht wurde, gibt es nicht mehr, darum lässt sich der Bilderdienst nicht mehr danach fragen.',
  sharedLimit: (limit, when) =>
    limit === 1
      ? `Das eine Bild für heute ist verbraucht. ${anew(when)}`
      : `Die ${pictures(limit)} für heute sind verbraucht. ${anew(when)}`,
};

const limits: Refusals['limits'] = {
  none: 'Deine Grenze hier ist 0 Bilder, also kann keines gewünscht werden. Wer diesen Server verwaltet, kann das ändern.',
  personDaily: (limit, used, when) =>
    `Du kannst dir hier ${pictures(limit)} am Tag wünschen, und ${used} von ${limit} sind verbraucht. ${anew(when)}`,
  serverDaily: (limit, used, when) =>
    `Dieser Server kann sich ${pictures(limit)} am Tag wünschen, und ${used} von ${limit} sind verbraucht. ${anew(when)}`,
  personAtOnce: (limit, used) =>
    `Du kannst hier ${limit} gleichzeitig in Arbeit haben, und ${used} von ${limit} sind es. ${atOnce}`,
  serverAtOnce: (limit, used) =>
    `Dieser Server kann ${limit} gleichzeitig in Arbeit haben, und ${used} von ${limit} sind es. ${atOnce}`,
  pause: (length, when) =>
    `Zwischen zwei Bildern ist hier eine Pause von ${length}. Das nächste kannst du dir ${when} wünschen.`,
  notALimit: (label, largest, typed) =>
    `**${label}** ist eine ganze Zahl von 0 bis ${largest}, oder leer für keine Grenze. ${typed} ist keine. Es wurde nichts geändert.`,
  tooManyRoles: (most) => `Höchstens ${most} Rollen können eine eigene Zahl haben. Entferne zuerst eine.`,
};

const people: Refusals['people'] = {
  presetGone: 'Diese Vorlage gibt es nicht mehr. `/defaults` zeigt, welche es gibt.',
  noPreset: (name) =>
    `Du hast keine Vorlage namens ${name}. \`/defaults\` zeigt deine und macht neue. Es wurde nichts abgeschickt.`,
  presetNameTaken: (name) =>
    `Du hast schon eine Vorlage namens ${name}. Gib dieser einen anderen Namen, oder ändere die andere.`,
  tooManyPresets: (limit) =>
    `Du hast ${limit} Vorlagen, mehr gehen nicht. Lösche zuerst eine in \`/defaults\`.`,
  presetIncomplete: 'Eine Vorlage braucht einen Namen und einen Text. Bitte fülle beides aus.',
  searchGone: 'Diese Suche ist zu alt. Tippe `/history` noch einmal.',
};

const existingPictures: Refusals['pictures'] = {
  promptTooLong: (length, limit) =>
    `Dieser Prompt ist zu lang, um ihn hier zu ändern: Er hat ${length} Zeichen, und in ein Formular von Discord passen ${limit}. Kopiere ihn aus **Einzelheiten**, und schicke ihn mit dem Befehl.`,
  gone: 'Die Bilder sind nicht mehr dort, wo sie waren, darum lässt sich nichts daraus machen. Drücke 🔄 **Noch einmal** für neue.',
  referencesGone:
    'Die Vorlagebilder hierzu sind fort: Discord bewahrt Übergebenes nur kurz auf. Es wurde nichts abgeschickt. Drücke 🔄 **Noch einmal** unter der Karte, um sie neu zu übergeben.',
  referencesNotYours:
    'Die Bilder, von denen das ausging, sind nur für die Person, die sie übergeben hat. Es wurde nichts abgeschickt. Drücke 🔄 **Noch einmal** unter der Karte, um eigene zu übergeben.',
};

const requests: Refusals['requests'] = {
  promptEmpty: 'Der Prompt ist leer. Sage, was das Bild zeigen soll, zum Beispiel `a lighthouse at dusk`.',
  promptTooLong: (length, limit) =>
    `Der Prompt hat ${length} Zeichen, und ${limit} sind das Höchste. Bitte kürze ihn.`,
  timeout: (minimum, maximum, timeout) =>
    `\`timeout\` muss zwischen ${minimum} und ${maximum} Sekunden liegen; ${timeout} liegt außerhalb. Lass es weg für die üblichen 600.`,
  unknownChoice: (option, value, choices) =>
    `\`${option}\` kann nicht ${value} sein. Es ist eines von: ${choices}.`,
  url: (option, url, reason) =>
    `\`${option}\`: ${url} ${reason}. Beispiel: \`https://example.com/picture.png\``,
  urlReasons: {
    unreadable: 'ist keine Webadresse',
    'not-http': 'beginnt nicht mit http:// oder https://',
    private:
      'führt zu einer privaten oder lokalen Adresse, die der Dienst nicht abrufen darf. Sie muss im öffentlichen Internet erreichbar sein',
    credentials: 'enthält einen Benutzernamen oder ein Passwort, und der Dienst bekäme sie zu sehen',
  },
  outputSize: (typed) =>
    `\`output_size\` ist eine Breite und eine Höhe in Pixeln, zum Beispiel \`1920x1080\`. ${typed} lässt sich nicht so lesen.`,
  outputSizeNeeds4k:
    '`output_size` geht nur mit `size` 4K; bei 1K beachtet der Dienst es nicht. Wähle 4K, oder lass `size` weg.',
  tooManyReferences: (count, limit) => `${count} Vorlagebilder sind zu viele: ${limit} sind das Höchste.`,
  notAPicture: (filename) =>
    `${filename} ist kein Bild. Vorlagen müssen Bilder sein, etwa PNG, JPEG oder WebP.`,
};

const rights: Refusals['rights'] = {
  missing: (right) => `Dafür brauchst du auf diesem Server das Recht **${right}**.`,
  serverOnly: 'Das geht nur auf einem Server.',
};

const settings: Refusals['settings'] = {
  roles: (roles) =>
    `Auf diesem Server dürfen sich nur Mitglieder mit einer dieser Rollen Bilder wünschen: ${roles}.`,
  timeZone: (typed) =>
    `${typed} ist keine Zeitzone. Namen sehen aus wie \`Europe/Berlin\`, \`America/New_York\` oder \`UTC\`.`,
};

const blocklist: Refusals['blocklist'] = {
  blocked: (rule) =>
    `Dieser Server will ${rule} nicht in Prompts, darum wurde nichts abgeschickt. Sage es mit anderen Worten; wenn die Regel hier nicht passt, frage die Serververwaltung.`,
  barred:
    'Du kannst dir auf diesem Server keine Bilder wünschen. Das hat die Serververwaltung entschieden, und sie kann es ändern.',
  barredUntil: (when) => `Du kannst dir auf diesem Server keine Bilder wünschen. Das endet ${when}.`,
  unusableRule: (rule, reason) => `${rule} kann keine Regel sein: ${reason}. Es wurde nichts hinzugefügt.`,
  ruleProblems: {
    empty: 'es ist kein Wort darin',
    'too-long': (limit) => `${limit} Zeichen sind das Höchste`,
    'unknown-flags': (flags) =>
      `nach dem letzten Schrägstrich ist nur \`i\` bekannt, und das gilt ohnehin für alle Regeln; ${flags} nicht`,
    'unreadable-expression': (reason) =>
      `der Ausdruck ist nicht zu lesen (${reason}). Vorausschau und Rückverweise gibt es nicht`,
    'expression-too-large': 'der Ausdruck ist zu groß: wiederhole weniger darin',
    'matches-everything': 'sie würde jeden Prompt ablehnen',
  },
  isFull: (limit, what) =>
    `Die Liste ist voll: ${limit} ${what} sind das Höchste. Es wurde nichts hinzugefügt.`,
  full: {
    rules: 'Regeln oder Ausnahmen',
    expressions: 'Ausdrücke zwischen Schrägstrichen',
    instructions: 'Anweisungen in allen Ausdrücken zusammen',
    bars: 'gesperrte Personen',
  },
  datePast: (typed) => `${typed} ist schon vorbei.`,
  noDate: (typed) => `${typed} ist kein Datum. Ein Datum sieht aus wie \`2026-12-31\`.`,
  fileProblems: {
    'too-large': 'ist zu groß für eine Liste von Regeln',
    'no-text': 'ist kein Text in UTF-8',
    'not-there': 'war bei Discord nicht zu holen. Bitte versuche es noch einmal',
  },
};

/** What people read when something could not be done, in German. */
export const refusals: Refusals = {
  fault: (reference) =>
    `Bei uns ist etwas schiefgegangen, und es wurde nichts abgeschickt. Bitte versuche es noch einmal; wenn du etwas ändern wolltest, sieh zuerst nach, ob es schon geändert ist. Wenn es so bleibt, nenne der Person, die diesen Bot betreibt, das Kennzeichen \`${reference}\`.`,
  jobs,
  keys,
  limits,
  people,
  pictures: existingPictures,
  requests,
  rights,
  settings,
  blocklist,
};

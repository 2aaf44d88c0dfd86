import type { ErrorTexts } from '../../error-message.ts';
import { duration, excerpt, relativeTime, roleMentions } from '../../markup.ts';

const pictures = (count: number): string => (count === 1 ? '1 Bild' : `${count} Bilder`);
const anew = (resetsAt = 0): string => `Die Zählung beginnt ${relativeTime(resetsAt)} neu.`;
const atOnce = 'Bitte versuche es wieder, wenn eines davon fertig ist; `/jobs` zeigt deine.';

const URL_REASONS = {
  unreadable: 'ist keine Webadresse',
  'not-http': 'beginnt nicht mit http:// oder https://',
  private:
    'führt zu einer privaten oder lokalen Adresse, die der Dienst nicht abrufen darf. Sie muss im öffentlichen Internet erreichbar sein',
  credentials: 'enthält einen Benutzernamen oder ein Passwort, und der Dienst bekäme sie zu sehen',
};

const FULL = {
  rules: 'Regeln oder Ausnahmen',
  expressions: 'Ausdrücke zwischen Schrägstrichen',
  instructions: 'Anweisungen in allen Ausdrücken zusammen',
  bars: 'gesperrte Personen',
};

const noRule = (rule: string, reason: string): string =>
  `${excerpt(rule)} kann keine Regel sein: ${reason}. Es wurde nichts hinzugefügt.`;

/** What people read when something could not be done, in German. */
export const errors: ErrorTexts = {
  fault: (reference) =>
    `Bei uns ist etwas schiefgegangen, und es wurde nichts abgeschickt. Bitte versuche es noch einmal; wenn du etwas ändern wolltest, sieh zuerst nach, ob es schon geändert ist. Wenn es so bleibt, nenne der Person, die diesen Bot betreibt, das Kennzeichen \`${reference}\`.`,

  'prompt-empty': () =>
    'Der Prompt ist leer. Sage, was das Bild zeigen soll, zum Beispiel `a lighthouse at dusk`.',
  'prompt-too-long': ({ length, limit }) =>
    `Der Prompt hat ${length} Zeichen, und ${limit} sind das Höchste. Bitte kürze ihn.`,
  'timeout-out-of-range': ({ minimum, maximum, timeout }) =>
    `\`timeout\` muss zwischen ${minimum} und ${maximum} Sekunden liegen; ${timeout} liegt außerhalb. Lass es weg für die üblichen 600.`,
  'unknown-choice': ({ option, value, choices }) =>
    `\`${option}\` kann nicht ${excerpt(value)} sein. Es ist eines von: ${choices.join(', ')}.`,
  'unusable-url': ({ option, url, reason }) =>
    `\`${option}\`: ${excerpt(url)} ${URL_REASONS[reason]}. Beispiel: \`https://example.com/picture.png\``,
  'unreadable-output-size': ({ outputSize }) =>
    `\`output_size\` ist eine Breite und eine Höhe in Pixeln, zum Beispiel \`1920x1080\`. ${excerpt(outputSize)} lässt sich nicht so lesen.`,
  'output-size-needs-4k': () =>
    '`output_size` geht nur mit `size` 4K; bei 1K beachtet der Dienst es nicht. Wähle 4K, oder lass `size` weg.',
  'too-many-references': ({ count, limit }) =>
    `${count} Vorlagebilder sind zu viele: ${limit} sind das Höchste.`,
  'not-a-picture': ({ filename }) =>
    `${excerpt(filename)} ist kein Bild. Vorlagen müssen Bilder sein, etwa PNG, JPEG oder WebP.`,

  'missing-right': ({ right }) => `Dafür brauchst du auf diesem Server das Recht **${right}**.`,
  'operator-only': () => 'Das kann nur, wer diesen Bot betreibt.',
  'server-only': () => 'Das geht nur auf einem Server.',
  'not-yours': () => 'Das kann nur die Person, die dieses Bild gewünscht hat.',

  'no-key': ({ inServer }) =>
    inServer
      ? 'Auf diesem Server gibt es noch keinen API-Schlüssel für Bilder. Wer das Recht **Server verwalten** hat, kann mit `/key set` einen setzen.'
      : 'Hier gibt es noch keinen API-Schlüssel für Bilder. Setze in den Direktnachrichten mit diesem Bot mit `/key set` deinen eigenen.',
  'quota-used-up': ({ reopensAt }) => {
    const next =
      reopensAt === undefined
        ? 'Gerade wird ein einzelnes Bild versucht; bitte frage in ein paar Minuten noch einmal.'
        : `Der nächste Versuch ist ${relativeTime(reopensAt)}.`;
    return `Das Bildkontingent ist aufgebraucht, darum wird vorerst nichts abgeschickt. ${next} Wer den API-Schlüssel gesetzt hat, kann es aufstocken.`;
  },
  'unusable-key': ({ shortest, longest }) =>
    `Das kann kein API-Schlüssel sein: Ein Schlüssel ist ein Wort aus ${shortest} bis ${longest} Buchstaben, Ziffern und Zeichen. Es wurde nichts geändert.`,
  'refused-key': () =>
    'Der Bilderdienst lehnt diesen API-Schlüssel ab, darum wurde nichts geändert. Kopiere ihn neu aus der Web-Konsole des Dienstes.',
  'bot-absent': () =>
    'Auf diesem Server sind nur die Befehle dieses Bots, nicht der Bot selbst, darum kann hier kein API-Schlüssel liegen. Lade zuerst den Bot ein.',
  'key-gone': () =>
    'Den API-Schlüssel, mit dem das gewünscht wurde, gibt es nicht mehr, darum lässt sich der Bilderdienst nicht mehr danach fragen.',
  'shared-key-limit': ({ limit, resetsAt }) =>
    limit === 1
      ? `Das eine Bild für heute ist verbraucht. ${anew(resetsAt)}`
      : `Die ${pictures(limit)} für heute sind verbraucht. ${anew(resetsAt)}`,

  'queue-full': ({ waiting }) =>
    `Die Schlange ist voll: ${waiting} Aufträge warten schon. Bitte versuche es in ein paar Minuten wieder.`,
  'already-submitted': () =>
    'Es ist schon abgeschickt und lässt sich nicht mehr stoppen. Die Bilder werden kommen.',
  'already-ended': () => 'Das ist inzwischen zu Ende; wie, steht auf der Karte.',
  'job-not-found': () =>
    'Diesen Auftrag gibt es nicht mehr, oder er hat sich inzwischen geändert. Beginne einen neuen mit `/imagine` oder `/gen`.',
  'form-submitted-twice': () =>
    'Du hast dieses Formular gerade schon abgeschickt, deshalb wurde nichts weiter begonnen.',
  'command-changed': () =>
    'Dieser Befehl hat sich gerade geändert. Bitte tippe ihn noch einmal, oder lade Discord neu.',

  'prompt-too-long-to-edit': ({ length, limit }) =>
    `Dieser Prompt ist zu lang, um ihn hier zu ändern: Er hat ${length} Zeichen, und in ein Formular von Discord passen ${limit}. Kopiere ihn aus **Einzelheiten**, und schicke ihn mit dem Befehl.`,
  'pictures-gone': () =>
    'Die Bilder sind nicht mehr dort, wo sie waren, darum lässt sich nichts daraus machen. Wünsche dir mit `/imagine` oder `/gen` neue.',
  'file-server-away': () =>
    'Der Server, der die Bilder aufbewahrt, antwortet gerade nicht. Es wurde nichts abgeschickt. Bitte versuche es in einer Minute noch einmal.',
  'references-gone': () =>
    'Die Vorlagebilder hierzu sind fort: Discord bewahrt Übergebenes nur kurz auf. Es wurde nichts abgeschickt. Drücke 🔄 **Noch einmal** unter der Karte, um sie neu zu übergeben.',
  'references-not-yours': () =>
    'Die Bilder, von denen das ausging, sind nur für die Person, die sie übergeben hat. Es wurde nichts abgeschickt. Drücke 🔄 **Noch einmal** unter der Karte, um eigene zu übergeben.',

  'preset-gone': () => 'Diese Vorlage gibt es nicht mehr. `/defaults` zeigt, welche es gibt.',
  'unknown-preset': ({ name }) =>
    `Du hast keine Vorlage namens ${excerpt(name)}. \`/defaults\` zeigt deine und macht neue. Es wurde nichts abgeschickt.`,
  'preset-name-taken': ({ name }) =>
    `Du hast schon eine Vorlage namens ${excerpt(name)}. Gib dieser einen anderen Namen, oder ändere die andere.`,
  'too-many-presets': ({ limit }) =>
    `Du hast ${limit} Vorlagen, mehr gehen nicht. Lösche zuerst eine in \`/defaults\`.`,
  'preset-incomplete': () => 'Eine Vorlage braucht einen Namen und einen Text. Bitte fülle beides aus.',
  'search-gone': () => 'Diese Suche ist zu alt. Tippe `/history` noch einmal.',

  'no-pictures-allowed': () =>
    'Deine Grenze hier ist 0 Bilder, also kann keines gewünscht werden. Wer diesen Server verwaltet, kann das ändern.',
  'person-daily-limit': ({ limit, used, resetsAt }) =>
    `Du kannst dir hier ${pictures(limit)} am Tag wünschen, und ${used} von ${limit} sind verbraucht. ${anew(resetsAt)}`,
  'server-daily-limit': ({ limit, used, resetsAt }) =>
    `Dieser Server kann sich ${pictures(limit)} am Tag wünschen, und ${used} von ${limit} sind verbraucht. ${anew(resetsAt)}`,
  'person-at-once-limit': ({ limit, used }) =>
    `Du kannst hier ${limit} gleichzeitig in Arbeit haben, und ${used} von ${limit} sind es. ${atOnce}`,
  'server-at-once-limit': ({ limit, used }) =>
    `Dieser Server kann ${limit} gleichzeitig in Arbeit haben, und ${used} von ${limit} sind es. ${atOnce}`,
  'pause-limit': ({ limit, resetsAt = 0 }) =>
    `Zwischen zwei Bildern ist hier eine Pause von ${duration(limit * 1000)}. Das nächste kannst du dir ${relativeTime(resetsAt)} wünschen.`,
  'not-a-limit': ({ label, largest, typed }) =>
    `**${label}** ist eine ganze Zahl von 0 bis ${largest}, oder leer für keine Grenze. ${excerpt(typed, 40)} ist keine. Es wurde nichts geändert.`,
  'too-many-limited-roles': ({ limit }) =>
    `Höchstens ${limit} Rollen können eine eigene Zahl haben. Entferne zuerst eine.`,

  'blocked-prompt': ({ rule }) =>
    `Dieser Server will ${excerpt(rule)} nicht in Prompts, darum wurde nichts abgeschickt. Sage es mit anderen Worten; wenn die Regel hier nicht passt, frage die Serververwaltung.`,
  barred: ({ until }) =>
    until === undefined
      ? 'Du kannst dir auf diesem Server keine Bilder wünschen. Das hat die Serververwaltung entschieden, und sie kann es ändern.'
      : `Du kannst dir auf diesem Server keine Bilder wünschen. Das endet ${relativeTime(until)}.`,
  'rule-empty': ({ rule }) => noRule(rule, 'es ist kein Wort darin'),
  'rule-too-long': ({ rule, limit }) => noRule(rule, `${limit} Zeichen sind das Höchste`),
  'rule-with-unknown-flags': ({ rule, flags }) =>
    noRule(
      rule,
      `nach dem letzten Schrägstrich ist nur \`i\` bekannt, und das gilt ohnehin für alle Regeln; ${excerpt(flags)} nicht`,
    ),
  'rule-unreadable': ({ rule, reason }) =>
    noRule(
      rule,
      `der Ausdruck ist nicht zu lesen (${excerpt(reason)}). Vorausschau und Rückverweise gibt es nicht`,
    ),
  'rule-too-large': ({ rule }) => noRule(rule, 'der Ausdruck ist zu groß: wiederhole weniger darin'),
  'rule-matches-everything': ({ rule }) => noRule(rule, 'sie würde jeden Prompt ablehnen'),
  'blocklist-full': ({ limit, what }) =>
    `Die Liste ist voll: ${limit} ${FULL[what]} sind das Höchste. Es wurde nichts hinzugefügt.`,
  'date-over': ({ typed }) => `${excerpt(typed)} ist schon vorbei.`,
  'unreadable-date': ({ typed }) =>
    `${excerpt(typed)} ist kein Datum. Ein Datum sieht aus wie \`2026-12-31\`.`,
  'file-too-large': ({ filename }) => `${excerpt(filename)} ist zu groß für eine Liste von Regeln.`,
  'file-not-text': ({ filename }) => `${excerpt(filename)} ist kein Text in UTF-8.`,
  'file-not-there': ({ filename }) =>
    `${excerpt(filename)} war bei Discord nicht zu holen. Bitte versuche es noch einmal.`,

  'missing-role': ({ roleIds }) =>
    `Auf diesem Server dürfen sich nur Mitglieder mit einer dieser Rollen Bilder wünschen: ${roleMentions(roleIds)}.`,
  'unknown-time-zone': ({ timeZone }) =>
    `${excerpt(timeZone, 60)} ist keine Zeitzone. Namen sehen aus wie \`Europe/Berlin\`, \`America/New_York\` oder \`UTC\`.`,
};

import type { ErrorTexts } from '../../error-message.ts';
import { excerpt, relativeTime, roleMentions } from '../../markup.ts';
import { references } from './answers.ts';
import { card } from './card.ts';
import { grouped, period, requests } from './numbers.ts';
import { blocklist } from './panels.ts';
import { permissions } from './server.ts';

/** Above the limit where that was lowered since. */
const used = (count: number, limit: number): string =>
  count > limit ? `${grouped(count)} verbraucht` : `${grouped(count)} von ${grouped(limit)} verbraucht`;
const resets = (resetsAt: number): string => `Es wird ${relativeTime(resetsAt)} zurückgesetzt.`;

const URL_REASONS = {
  unreadable: 'ist keine Webadresse',
  'not-http': 'beginnt nicht mit http:// oder https://',
  private: 'führt zu einer privaten oder lokalen Adresse, muss aber im öffentlichen Internet erreichbar sein',
  credentials: 'enthält einen Benutzernamen oder ein Passwort, das der Bilderdienst sehen würde',
};

const PAGE_REASONS = {
  message:
    'ist der Link einer Nachricht und kein Bild. Klicke mit rechts auf die Nachricht oder halte sie gedrückt, und wähle **Apps** → **Dieses Bild bearbeiten** oder **In Easel verwenden**.',
  page: 'ist eine Seite und kein Bild. Öffne dort das Bild selbst und kopiere seine Adresse, oder speichere es und füge es als Datei hinzu.',
};

const FULL = {
  rules: 'Regeln oder Ausnahmen',
  letters: 'Buchstaben in allen Regeln oder Ausnahmen zusammen',
  bans: 'blockierte Personen',
};

const noRule = (rule: string, reason: string): string =>
  `${excerpt(rule)} wurde nicht hinzugefügt: ${reason}.`;

const blocks = (part: string | undefined, whose: string): string =>
  part === undefined
    ? `Dieser Server blockiert etwas in ${whose} Prompt`
    : `Dieser Server blockiert ${excerpt(part)} in Prompts`;

/** The error texts, in German. */
export const errors: ErrorTexts = {
  fault: (reference) =>
    `Bei uns ist etwas schiefgegangen, und es wurde nichts abgeschickt. Wenn du etwas ändern wolltest, sieh nach, ob es gespeichert ist, und versuche es dann erneut. Wenn das öfter passiert, nenne der Person, die diesen Bot betreibt, das Kennzeichen \`${reference}\`.`,

  'prompt-empty': () =>
    'Dein Prompt ist leer. Beschreibe das Bild, das du möchtest, zum Beispiel `a lighthouse at dusk`.',
  'private-flag': () =>
    '`--private` geht hier nicht, weil diese Antwort für alle ist. Entferne es, oder nutze `/imagine` mit der Option `private`.',
  'prompt-only-flags': () =>
    'Dein Prompt besteht nur aus Flags, und es wurde nichts abgeschickt. Beschreibe davor das Bild, das du möchtest, zum Beispiel `a lighthouse at dusk --ar 16:9`.',
  'prompt-too-long': ({ length, limit, style }) =>
    style === undefined
      ? `Dein Prompt hat ${grouped(length)} Zeichen, erlaubt sind ${grouped(limit)}. Kürze ihn und versuche es erneut.`
      : `Mit dem Stil ${excerpt(style)} hat dein Prompt ${grouped(length)} Zeichen, aber das Limit ist ${grouped(limit)}. Kürze ihn oder wähle einen anderen Stil.`,
  'timeout-out-of-range': ({ minimum, maximum, timeout }) =>
    `\`timeout\` kann nicht ${grouped(timeout)} sein. Gib ${grouped(minimum)} bis ${grouped(maximum)} Sekunden an, oder lass es weg (Standard: 600).`,
  'unknown-choice': ({ option, value, choices }) =>
    `\`${option}\` kann nicht ${excerpt(value)} sein. Wähle eines davon: ${choices.join(', ')}.`,
  'unusable-url': ({ option, url, reason }) =>
    reason === 'message' || reason === 'page'
      ? `\`${option}\`: ${excerpt(url)} ${PAGE_REASONS[reason]} Es wurde nichts abgeschickt.`
      : `\`${option}\`: ${excerpt(url)} ${URL_REASONS[reason]}. Nimm eine Adresse wie \`https://example.com/${option === 'hook_url' ? 'hook' : 'picture.png'}\`.`,
  'unreadable-output-size': ({ outputSize }) =>
    `${excerpt(outputSize)} ist keine Größe. Gib \`output_size\` als Breite und Höhe in Pixeln an, zum Beispiel \`2560x1440\`.`,
  'output-size-needs-4k': () =>
    '`output_size` funktioniert nicht mit 1K. Setze `size` auf 4K, oder lass `size` weg.',
  'too-many-references': ({ count, limit }) =>
    `Du hast ${count} Referenzbilder hinzugefügt, erlaubt sind ${limit}. Entferne welche und versuche es erneut.`,
  'not-a-picture': ({ filename }) =>
    `${excerpt(filename)} ist kein Bild. Füge eines hinzu, etwa als PNG, JPEG oder WebP.`,

  'bot-cannot-see': () =>
    `Der Bot kann diesen Kanal nicht sehen. Bitte einen Server-Admin, ihm dort die Berechtigung **${permissions.names['View Channel']}** zu geben, und versuche es noch einmal.`,
  'bot-not-allowed': () =>
    'Dem Bot fehlt in diesem Kanal eine Berechtigung. Bitte einen Server-Admin, seine Berechtigungen dort zu prüfen, und versuche es noch einmal.',
  'missing-right': ({ right }) =>
    `Dafür brauchst du auf diesem Server die Berechtigung **${permissions.names[right]}**.`,
  'operator-only': () => 'Das kann nur, wer diesen Bot betreibt.',
  'server-only': () => 'Das geht nur auf einem Server.',
  'not-yours': () => 'Das kann nur die Person, die die Anfrage gestartet hat.',

  'no-key': ({ inServer }) =>
    inServer
      ? 'Dieser Server hat noch keinen API-Schlüssel. Wer die Berechtigung **Server verwalten** hat, kann mit `/key set` einen hinterlegen.'
      : 'Hier gibt es noch keinen API-Schlüssel. Hinterlege in den Direktnachrichten mit diesem Bot mit `/key set` deinen eigenen.',
  'quota-used-up': () =>
    'Das Bildkontingent ist leer, deshalb wurde nichts abgeschickt. Bitte die Serververwaltung oder die Person, die diesen Bot betreibt, es aufzustocken. Danach klappt es innerhalb einer halben Minute wieder.',
  'unusable-key': ({ shortest, longest }) =>
    `Das sieht nicht nach einem API-Schlüssel aus, deshalb wurde nichts geändert. Ein Schlüssel ist ein Wort aus ${shortest} bis ${longest} Buchstaben, Ziffern und Sonderzeichen.`,
  'refused-key': () =>
    'Der Bilderdienst hat diesen API-Schlüssel abgelehnt, deshalb wurde nichts geändert. Kopiere ihn noch einmal aus der Web-Konsole des Dienstes.',
  'bot-absent': () =>
    'Auf diesem Server sind nur die Befehle dieses Bots, nicht der Bot selbst, deshalb kann er keinen API-Schlüssel haben. Lade zuerst den Bot ein.',
  'key-gone': () =>
    'Den API-Schlüssel, der diese Anfrage bezahlt hat, gibt es nicht mehr, deshalb können wir beim Bilderdienst nicht mehr nachfragen.',
  'shared-key-limit': ({ limit, resetsAt }) =>
    `Das Limit von ${requests(limit)} für heute ist hier erreicht. ${resets(resetsAt)}`,
  'shared-key-total': ({ isOfMonth, resetsAt }) =>
    `Anfragen bezahlt hier die Person, die diesen Bot betreibt. Ihr Limit für alle Server ist für ${isOfMonth ? 'diesen Monat' : 'heute'} erreicht. ${resets(resetsAt)} Mit \`/key set\` nutzt ein Server stattdessen seinen eigenen API-Schlüssel.`,
  paused: () =>
    'Die Person, die diesen Bot betreibt, hat neue Anfragen angehalten. Anfragen in Arbeit laufen weiter. Versuche es später noch einmal.',
  barred: ({ what }) =>
    `Die Person, die diesen Bot betreibt, nimmt keine Anfragen von ${what === 'server' ? 'diesem Server' : 'dir'} an.`,

  'queue-full': ({ waiting }) =>
    `Die Warteschlange ist voll: ${grouped(waiting)} Anfragen warten. Versuche es in ein paar Minuten erneut.`,
  'already-submitted': () =>
    'Das ist schon abgeschickt und lässt sich nicht mehr stoppen. Deine Bilder sind unterwegs.',
  'pictures-came': () =>
    'Die Bilder sind inzwischen da, deshalb wurde nichts Neues abgeschickt. `/history` zeigt sie.',
  'job-not-found': () =>
    'Diese Anfrage ist abgelaufen oder hat sich geändert. Starte mit `/imagine` oder `/gen` eine neue.',
  'job-lost': () =>
    'Diese Anfrage ging bei einem Neustart verloren. Sie wurde nie abgeschickt und hat nichts gekostet. Versuch es mit `/imagine` oder `/gen` noch einmal.',
  'job-elsewhere': ({ link }) =>
    `Diese Anfrage gehört zu einem anderen Server und lässt sich nur dort ändern. Geh zu ${link ?? 'diesem Server'} und versuch es noch einmal.`,
  elsewhere: () =>
    'Das geht hier nicht, weil dieser Server den Bot nicht hinzugefügt hat. Nutze den Befehl in einer Direktnachricht an den Bot.',
  'already-started': () => 'Schon vor einem Moment gestartet, deshalb wurde nichts weiter abgeschickt.',
  interrupted: () =>
    'Der Bot startet gerade neu und wurde damit nicht fertig. Es wurde nichts abgeschickt. Versuche es in einer Minute noch einmal.',
  'card-refused': () =>
    'Discord hat unsere Antwort nicht angenommen, deshalb wurde nichts abgeschickt. Ändere den Prompt, oder lass Links weg, und versuche es noch einmal.',
  'store-away': () =>
    'Die Datenbank des Bots antwortet gerade nicht. Es wurde nichts abgeschickt, und eine Änderung ist vielleicht nicht gespeichert. Versuche es in einer Minute noch einmal.',
  'command-changed': () =>
    'Dieser Befehl wurde gerade aktualisiert. Versuche es noch einmal, oder lade Discord neu.',

  'prompt-too-long-to-edit': ({ length, limit }) =>
    `Dieser Prompt hat ${grouped(length)} Zeichen, in Discords Formulare passen aber nur ${grouped(limit)}. Kopiere ihn aus **${card.buttons.details}** und verwende ihn mit dem Befehl.`,
  'pictures-deleted': () =>
    'Diese Bilder wurden gelöscht. Fordere mit `/imagine`, mit `/gen` oder in `/history` neue an.',
  'pictures-gone': () =>
    'Diese Bilder sind nicht mehr verfügbar. Fordere mit `/imagine` oder `/gen` neue an.',
  'source-deleted': () =>
    'Ein Bild, von dem das ausgeht, wurde gelöscht. Es wurde nichts abgeschickt. Wähle ein anderes Bild.',
  'file-server-away': () =>
    'Der Server mit diesen Bildern antwortet gerade nicht. Es wurde nichts abgeschickt. Versuche es in einer Minute noch einmal.',
  'tray-empty': () =>
    'Deine Ablage ist leer, deshalb wurde nichts abgeschickt. Mit einem Rechtsklick oder langem Druck auf eine Nachricht mit Bildern und **Apps** → **In Easel verwenden** füllst du sie.',
  'no-last-picture': () =>
    'Du hast hier in letzter Zeit kein Bild erstellt, deshalb wurde nichts abgeschickt. Erstelle eines mit `/imagine` oder `/gen`.',
  'references-gone': () =>
    `${references.gone} Drücke ✏️ **${card.buttons.editPrompt}** unter der Nachricht, um sie noch einmal hinzuzufügen.`,
  'references-not-yours': () =>
    `${references['not-yours']} Drücke ✏️ **${card.buttons.editPrompt}** unter der Nachricht, um eigene hinzuzufügen.`,

  'style-gone': () => 'Diesen Stil gibt es nicht mehr. `/styles` zeigt die anderen.',
  'unknown-style': () =>
    `Diesen Stil gibt es hier nicht, deshalb wurde nichts abgeschickt. Wähle mit dem Befehl einen anderen, oder drücke ✏️ **${card.buttons.editPrompt}**, um ohne Stil weiterzumachen.`,
  'style-name-taken': ({ name }) =>
    `Es gibt schon einen Stil namens ${excerpt(name)}. Wähle einen anderen Namen.`,
  'too-many-styles': ({ limit }) => `Das Limit sind ${limit} Stile. Lösche zuerst einen in \`/styles\`.`,
  'style-incomplete': () => 'Ein Stil braucht einen Namen und einen Text. Fülle beides aus.',
  'no-styles-in-file': ({ filename }) =>
    `${excerpt(filename)} ist keine Datei mit Stilen, deshalb wurde nichts geändert. Nimm eine, die du in \`/styles\` heruntergeladen hast.`,

  'no-pictures-allowed': () =>
    'Dein Limit hier ist 0 Anfragen. Frage die Serververwaltung, wenn du mehr brauchst.',
  'person-daily-limit': ({ limit, used: count, resetsAt }) =>
    `Du hast hier dein Limit von ${requests(limit)} am Tag erreicht (${used(count, limit)}). ${resets(resetsAt)}`,
  'server-daily-limit': ({ limit, used: count, resetsAt }) =>
    `Dieser Server hat sein Limit von ${requests(limit)} am Tag erreicht (${used(count, limit)}). ${resets(resetsAt)}`,
  'person-monthly-limit': ({ limit, used: count, resetsAt }) =>
    `Du hast hier dein Limit von ${requests(limit)} im Monat erreicht (${used(count, limit)}). ${resets(resetsAt)}`,
  'server-monthly-limit': ({ limit, used: count, resetsAt }) =>
    `Dieser Server hat sein Limit von ${requests(limit)} im Monat erreicht (${used(count, limit)}). ${resets(resetsAt)}`,
  'too-few-left': ({ count, left, isOfMonth }) =>
    `Daraus würden ${requests(count)}, aber du hast ${period(isOfMonth)} nur noch ${grouped(left)} übrig. Es wurde nichts abgeschickt.`,
  'not-a-limit': ({ label, largest, typed }) =>
    `${excerpt(typed, 40)} ist kein Limit, deshalb wurde nichts geändert. Gib für **${label}** eine ganze Zahl von 0 bis ${grouped(largest)} ein, oder lass das Feld leer für kein Limit.`,
  'too-many-limited-roles': ({ limit }) =>
    `Höchstens ${limit} Rollen können ein eigenes Limit haben. Entferne zuerst eins.`,

  'blocked-prompt': ({ part }) =>
    `${blocks(part, 'deinem')}, deshalb wurde nichts abgeschickt. Formuliere deinen Prompt um, oder frage die Serververwaltung, wenn das ein Irrtum ist.`,
  'blocked-picture': ({ part }) =>
    `${blocks(part, 'seinem')}, deshalb kann dieses Bild hier nicht gepostet werden. Frage die Serververwaltung, wenn das ein Irrtum ist.`,
  'age-restricted': () =>
    'Dieses Bild entstand in einem altersbeschränkten Kanal und kann nur in einem solchen gepostet oder weiterverwendet werden. Nutze dort `/history`.',
  banned: ({ until, reason }) =>
    `Du bist auf diesem Server ${blocklist.end(until)} für Anfragen blockiert.${reason === undefined ? '' : ` Grund: ${excerpt(reason, 200)}.`} Frage die Serververwaltung, wenn das ein Irrtum ist.`,
  'rule-empty': ({ rule }) => noRule(rule, 'sie enthält kein Wort'),
  'rule-too-long': ({ rule, limit }) => noRule(rule, `Regeln haben höchstens ${limit} Zeichen`),
  'rule-between-slashes': ({ rule }) =>
    noRule(
      rule,
      'reguläre Ausdrücke werden nicht unterstützt. Gib ganze Wörter oder Wortgruppen ohne Schrägstriche ein; `nude*` blockiert alles, was mit `nude` beginnt',
    ),
  'blocklist-full': ({ limit, what }) =>
    `Die Blockliste ist voll, deshalb wurde nichts hinzugefügt. Das Limit: ${grouped(limit)} ${FULL[what]}.`,
  'file-too-large': ({ filename }) => `${excerpt(filename)} ist zu groß. Teile die Datei in kleinere auf.`,
  'file-not-text': ({ filename }) =>
    `${excerpt(filename)} ist keine Textdatei in UTF-8. Speichere sie so und versuche es erneut.`,
  'file-not-there': ({ filename }) =>
    `Wir konnten ${excerpt(filename)} nicht von Discord laden. Versuche es erneut.`,

  'missing-role': ({ roleIds }) =>
    `Für Anfragen brauchst du auf diesem Server eine dieser Rollen: ${roleMentions(roleIds)}.`,
  'unknown-time-zone': ({ timeZone }) =>
    `${excerpt(timeZone, 60)} ist keine Zeitzone. Gib einen Namen an wie \`Europe/Berlin\`, \`America/New_York\` oder \`UTC\`.`,
};

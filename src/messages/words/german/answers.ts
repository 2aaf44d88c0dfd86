import { withUnit } from '../../markup.ts';
import type { Words } from '../words.ts';
import { grouped, period, requests } from './numbers.ts';

/** How a request stands, in one or two words. */
export const states: Words['states'] = {
  waiting: 'wartet',
  submitting: 'wird abgeschickt',
  running: 'in Arbeit',
  succeeded: 'fertig',
  failed: 'fehlgeschlagen',
  'timed-out': 'Zeit abgelaufen',
  unknown: 'unbestätigt',
  stopped: 'gestoppt',
};

/** The names of options, as forms and panels show them. */
export const options: Words['options'] = {
  prompt: 'Prompt',
  mode: 'Modus',
  model: 'Modell',
  aspectRatio: 'Seitenverhältnis',
  without: 'Ohne',
  withoutExample: 'Text, Menschen',
  size: 'Größe',
  references: 'Links zu Referenzbildern, einer pro Zeile',
  outputSize: 'Genaue Größe in Pixeln (braucht Größe 4K)',
  inStyle: (name) => `Kommt in den Stil ${name}`,
  usually: (value) => `Standard: ${value}`,
};

/** The forms that the buttons of a card open. */
export const forms: Words['forms'] = {
  edit: { title: 'Bild bearbeiten', prompt: 'Was du ändern möchtest', example: 'Färbe den Himmel grün' },
  combine: {
    title: 'Bilder kombinieren',
    prompt: 'Was daraus werden soll',
    example: 'Die Katze aus dem ersten im Garten aus dem zweiten',
  },
  pictures: 'Bilder, die du verwendest',
  asThePicture: (ratio) => `Wie das Bild · ${ratio}`,
  sizeHint: 'Mit 4K bleibt Unbearbeitetes besser erhalten',
  addPictures: 'Bilder hinzufügen',
  reference: 'Referenzbild',
  references: (before) => `Referenzbilder (vorher ${before})`,
};

/** What a prompt with choices makes, before it is made. */
export const several: Words['several'] = {
  title: (count, left, isOfMonth) =>
    left === Infinity
      ? requests(count)
      : `${requests(count)}, ${period(isOfMonth)} noch ${grouped(left)} übrig`,
  tooMany: (most) =>
    `Aus diesem Prompt werden mehr als ${requests(most)}, und mehr sind hier nicht möglich. Nimm weniger Möglichkeiten oder ein kleineres \`--repeat\`.`,
  make: (count) => `${count} starten`,
  asWritten: 'So abschicken',
  cancel: 'Abbrechen',
  made: (count) => `${requests(count)}, jede mit einer eigenen Nachricht.`,
  doubts: {
    name: (typed, meant) => `**${typed}** gibt es nicht. Meinst du \`--${meant}\`?`,
    ratio: (typed) => `Bei **${typed}** fehlt ein Seitenverhältnis, zum Beispiel \`--ar 16:9\`.`,
    number: (typed, meant) => `Bei **${typed}** fehlt eine Zahl, zum Beispiel \`--${meant} 2\`.`,
    words: (typed) => `Nach **${typed}** fehlen Worte.`,
  },
  wouldSend: 'Es wurde noch nichts abgeschickt. Das ginge los:',
  send: 'Abschicken',
};

/** What asks before a message is deleted, by what goes with it: the question, and the button. */
export const deleting: Words['deleting'] = {
  message: ['Diese Nachricht für alle löschen? Du kannst das nicht rückgängig machen.', 'Nachricht löschen'],
  pictures: [
    'Diese Nachricht und ihre Bilder für alle löschen? Nur der Prompt bleibt in `/history`. Du kannst das nicht rückgängig machen.',
    'Nachricht und Bilder löschen',
  ],
  copy: [
    'Nur diese Kopie löschen? Die ursprüngliche Nachricht und ihre Bilder bleiben. Du kannst das nicht rückgängig machen.',
    'Diese Kopie löschen',
  ],
};

/** A moderator's reason for a deletion. */
export const deletingWithReason: Words['deletingWithReason'] = {
  button: 'Mit Grund löschen…',
  title: 'Mit Grund löschen',
  label: 'Grund',
  description: 'Die Person liest ihn in /history, die Serververwaltung im Protokoll',
};

/** Why reference pictures can't be used as they are, and what helps. */
export const references: Words['references'] = {
  gone: 'Die Referenzbilder sind nicht mehr verfügbar, weil Discord sie nur kurz aufbewahrt. Es wurde nichts abgeschickt.',
  'not-yours':
    'Nur die Person, die die Referenzbilder hinzugefügt hat, kann sie verwenden. Es wurde nichts abgeschickt.',
  addAgain: {
    gone: 'Füge sie noch einmal hinzu, um diese Anfrage zu wiederholen.',
    'not-yours': 'Füge eigene hinzu, um diese Anfrage zu wiederholen.',
  },
};

/** The answers of a card's buttons. */
export const pictures: Words['pictures'] = {
  postHere: 'Hier posten',
  edit: 'Bearbeiten',
  vary: 'Variieren',
  enlarge: 'Neu in 4K',
  openOriginal: 'Original öffnen',
  numbered: (number) => `Bild ${number}`,
  thePicture: 'Das Bild',
  inGallery: (star, stars, person, link) =>
    `${star} **${grouped(stars)}** · ${person} · [Nachricht](${link})`,
  ofCard: (which, link) => `${which} aus [dieser Nachricht](${link})`,
  postedBy: (person) => `📤 Gepostet von ${person}`,
  published: (link) => `Das ist schon für alle sichtbar: ${link}`,
  stopped: 'Gestoppt. Die Anfrage war noch nicht abgeschickt, deshalb wurde nichts verbraucht.',
  deleted: 'Gelöscht.',
  deletedSoon:
    'Diese Bilder sind gelöscht, aber einige Nachrichten zeigen sie noch. Wir entfernen sie, sobald Discord es zulässt.',
  alreadyDeleted: 'Das ist schon gelöscht.',
  notACard: 'Diese Nachricht ist nicht von Easel, oder die Anfrage ist abgelaufen.',
  refusedPublicly: (button: string): string =>
    `Das geht hier nicht. Den Grund siehst du, wenn du **${button}** drückst.`,
  noPicture: 'In dieser Nachricht ist kein Bild. Versuche es mit einer Nachricht, die eines hat.',
};

/** The pictures that a person has collected. */
export const tray: Words['tray'] = {
  title: (count, most) => `**Deine Ablage** · ${count} von ${most} Bildern`,
  replaced: (count) =>
    count === 1 ? 'Das älteste Bild hat Platz gemacht.' : `Die ${count} ältesten Bilder haben Platz gemacht.`,
  choose: 'Welche Bilder dieser Nachricht möchtest du verwenden?',
  add: (number) => `${number} hinzufügen`,
  addAll: 'Alle hinzufügen',
  hint: '-# Füge weitere aus beliebigen Nachrichten hinzu, kombiniere sie hier, oder wähle **Meine Ablage** für `start_from` in `/gen`. Wird einen Tag gespeichert.',
  empty:
    'Mit einem Rechtsklick oder langem Druck auf eine Nachricht mit Bildern und **Apps** → **In Easel verwenden** fügst du sie hinzu.',
  combine: 'Kombinieren',
  clear: 'Leeren',
  remove: (number) => `${number} entfernen`,
};

/** What people want to know of a request. */
export const details: Words['details'] = {
  title: 'Details',
  seed: 'Seed',
  originals: 'Originale',
  prompt: 'Prompt',
  promptInFile: (name) => `Der Prompt steht in \`${name}\`.`,
  requested: 'Angefordert',
  took: (time) => `dauerte ${time}`,
  state: 'Status',
  serviceSays: '**Der Bilderdienst sagt**',
  answer: 'Antwort',
  noAnswer: 'keine',
  promptFile: 'Der Prompt',
  download: 'Alle herunterladen',
  downloadFile: 'Alle Bilder der Anfrage',
  copyForSupport: 'Für den Support kopieren',
  support:
    'Schicke diese Datei an die Person, die dir hilft. Sie enthält Prompt, Optionen, Kennungen und Zeiten, aber keine Adressen deiner Referenzbilder.',
  supportFile: 'Die Anfrage, für den Support',
};

/** `/jobs`. */
export const jobs: Words['jobs'] = {
  title: 'Deine offenen Anfragen',
  refresh: 'Aktualisieren',
  none: 'Du hast keine offenen Anfragen. Starte eine mit `/imagine` oder `/gen`.',
  parked: '**Fertig** · die Nachricht ist nicht erreichbar',
  due: '**Fertig** · unterwegs',
  page: (page, pages, count) => `Seite ${page} von ${pages} · ${grouped(count)} insgesamt`,
  noStop: 'Anfragen in Arbeit können nicht gestoppt werden.',
  stop: (number) => `Nr. ${number} stoppen`,
  showHere: (number) => `Nr. ${number} hierher holen`,
  isInChannel: (link) => `Die Nachricht dieser Anfrage ist hier: ${link}`,
};

/** `/history`. */
export const history: Words['history'] = {
  head: (what, page, pages, count) =>
    `**Deine Anfragen${what}** · Seite ${page} von ${pages} · ${grouped(count)} insgesamt`,
  none: 'Du hast hier noch keine Anfragen. Starte mit `/imagine` oder `/gen`.',
  noneSuch: (what) => `Du hast hier keine Anfragen${what}.`,
  with: (command) => ` mit \`${command}\``,
  words: (text) => ` zu ${text}`,
  private: 'Nur du siehst es',
  deleted: 'gelöscht',
  deletedByYou: 'von dir gelöscht',
  deletedByModerator: 'von der Moderation gelöscht',
  reason: (reason) => `Grund: ${reason}`,
  jump: 'Springen',
  choose: 'Eine Anfrage auswählen',
  back: 'Zurück',
  question: 'Das startet eine neue Anfrage mit demselben Prompt und zählt auch als neue Anfrage.',
  confirm: 'Neue Anfrage starten',
  costs: {
    unknown: 'Die frühere wurde möglicherweise schon bezahlt.',
    'timed-out': '**Erneut prüfen** unter ihrer Nachricht kostet nichts.',
  },
  newer: 'Neuere',
  older: 'Ältere',
  search: 'Suchen',
  showAll: 'Alle zeigen',
  form: {
    title: 'Deine Anfragen durchsuchen',
    words: 'Wörter im Prompt',
    command: 'Befehl',
    both: 'Beide',
  },
};

/** `/usage`. */
export const usage: Words['usage'] = {
  title: {
    server: 'Nutzung des Servers',
    own: 'Deine Nutzung auf diesem Server',
    direct: 'Deine Nutzung in Direktnachrichten',
  },
  periods: ['heute', 'Woche', 'Monat'],
  rows: {
    success: 'Erfolg',
    quota: 'Kontingent leer',
    refused: 'abgelehnt',
  },
  none: 'Keine Anfragen in den letzten 30 Tagen. Starte eine mit `/imagine` oder `/gen`.',
  counted: (today, week, month) =>
    `Anfragen: **${grouped(today)}** heute · ${grouped(week)} diese Woche · ${grouped(month)} diesen Monat`,
  failedFree: '-# Fehlgeschlagene und unbestätigte Anfragen zählen nicht für Limits.',
  times: '**Dauer bis zum Ergebnis** in diesem Monat',
  time: (command, usual, slow) => `${command}: meist ${usual}, ${withUnit(90, '%')} in höchstens ${slow}`,
  people: '**Nach Person** in diesem Monat',
  person: (person, month, week, today) =>
    `${person} **${grouped(month)}** · ${grouped(week)} diese Woche · ${grouped(today)} heute`,
  percent: (number) => withUnit(number, '%'),
  success: (percent) => `${percent} Erfolg`,
  more: (count) => `… und ${grouped(count)} weitere in der Datei.`,
  chart: 'Anfragen pro Tag',
  /** How the chart writes days. */
  locale: 'de-DE',
  altText: (imagine, gen, failed) =>
    `Anfragen pro Tag: ${grouped(imagine)} mit /imagine, ${grouped(gen)} mit /gen, ${grouped(failed)} fehlgeschlagen`,
  download: 'Als CSV herunterladen',
  own: 'Meine Nutzung',
  all: 'Ganzer Server',
  file: 'Eine Zeile je Tag, Person und Befehl. Tage ohne Anfragen fehlen.',
  fileAltText: 'Nutzung nach Tag, Person und Befehl',
  allowance: {
    title: (isOfMonth) => (isOfMonth ? '**Diesen Monat übrig**' : '**Heute übrig**'),
    whose: { person: 'Du', server: 'Ganzer Server', shared: 'Mit dem API-Schlüssel dieses Bots' },
    left: (whose, left, limit, used) =>
      `${whose}: noch **${grouped(left)}** von ${requests(limit)} · ${grouped(used)} verbraucht`,
    granted: (count) => `· die Serververwaltung gab heute ${grouped(count)} dazu`,
    resets: (at) => `Wird ${at} zurückgesetzt.`,
  },
};

/** `/help`. */
export const help: Words['help'] = {
  title: 'Easel',
  introduction:
    'Beschreibe ein Bild, und es erscheint in der Antwort des Bots, sobald es fertig ist. Du musst nicht warten: Es kommt an, auch wenn du gehst oder der Bot neu startet.',
  pages: { start: 'Erste Schritte', commands: 'Alle Befehle', buttons: 'Alle Buttons' },
  examples: {
    imagine: [
      'prompt: `ein Leuchtturm in der Dämmerung` aspect_ratio: `16:9`',
      'prompt: `{roter, blauer} Fuchs im {Schnee, Sand}` für vier Anfragen, oder `ein Fuchs --repeat 3` für drei',
    ],
    gen: ['prompt: `färbe den Himmel grün` reference: eines deiner Bilder'],
  },
  button: {
    pick: '**1**–**4** zeigt ein Bild groß. **Bearbeiten**, **Variieren** und **Neu in 4K** darunter zählen als neue Anfrage',
    again:
      '**Nochmal** erstellt neue Bilder aus demselben Prompt und zählt als neue Anfrage. Die Reaktion 🔄 macht dasselbe',
    editPrompt: '**Prompt ändern** startet daraus eine neue Anfrage',
    details: 'ℹ️ zeigt Prompt und Seed und lädt alle Bilder auf einmal herunter',
    delete: '🗑️ löscht die Nachricht und ihre Bilder',
  },
  menu: 'Mit einem Rechtsklick oder langem Druck auf eine Nachricht findest du unter **Apps** die Befehle **Dieses Bild bearbeiten**, **In Easel verwenden** und **Details zum Bild**. **In Easel verwenden** sammelt Bilder zum Kombinieren.\n\nMit ⭐ von genug Leuten kommt ein Bild in die Galerie des Servers, wenn er eine hat.',
};

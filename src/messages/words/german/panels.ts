import type { Words } from '../words.ts';
import { dateTime } from '../../markup.ts';
import { grouped } from './numbers.ts';

/** `/key`. */
export const key: Words['key'] = {
  form: {
    title: 'API-Schlüssel hinterlegen',
    label: 'API-Schlüssel',
    description: 'Aus der Web-Konsole des Bilderdienstes. Wird verschlüsselt gespeichert, nie wieder gezeigt',
  },
  set: '**Der API-Schlüssel ist hinterlegt.** Neue Anfragen verwenden ihn.',
  setBy: (person, at) => `Hinterlegt von ${person} ${at}`,
  lastFour: (characters) => `Die letzten vier Zeichen: \`${characters}\``,
  verdicts: {
    accepted: 'Der Bilderdienst akzeptiert diesen Schlüssel.',
    refused: '**Der Bilderdienst lehnt diesen Schlüssel ab.** Hinterlege mit `/key set` einen gültigen.',
    'not-refused':
      'Wir konnten nicht bestätigen, dass der Bilderdienst diesen Schlüssel akzeptiert, aber er hat ihn nicht abgelehnt.',
    'wrong-address':
      'Wir konnten diesen Schlüssel nicht prüfen, weil der Bilderdienst falsch eingerichtet ist. Sag der Person Bescheid, die diesen Bot betreibt.',
    'not-asked':
      'Wir konnten diesen Schlüssel nicht bestätigen, weil der Bilderdienst gerade nicht erreichbar ist.',
  },
  owner: {
    server: '**Der API-Schlüssel hier gehört diesem Server.**',
    person: '**Der API-Schlüssel hier ist dein eigener.**',
  },
  damaged:
    '**Der gespeicherte Schlüssel ist beschädigt** und lässt sich nicht verwenden. Hinterlege ihn mit `/key set` noch einmal.',
  quota:
    '**Das Kontingent ist leer**, deshalb warten Anfragen. Wir versuchen es alle paar Minuten und mit der nächsten neuen Anfrage wieder.',
  usedToday: (count, at) =>
    `Heute verbraucht: **${grouped(count)}** ${count === 1 ? 'Anfrage' : 'Anfragen'}. Wird ${at} zurückgesetzt.`,
  none: '**Hier ist kein API-Schlüssel hinterlegt**, deshalb bezahlt der Schlüssel der Person, die diesen Bot betreibt. Hinterlege mit `/key set` einen eigenen.',
  noneAtAll:
    '**Hier ist kein API-Schlüssel hinterlegt**, deshalb sind noch keine Anfragen möglich. Hinterlege mit `/key set` einen.',
  nothingToRemove: 'Hier ist kein API-Schlüssel hinterlegt, es gibt also nichts zu entfernen.',
  question: {
    server:
      'Den API-Schlüssel dieses Servers entfernen? Laufende Anfragen werden noch fertig. Du kannst das nicht rückgängig machen.',
    person:
      'Deinen eigenen API-Schlüssel entfernen? Laufende Anfragen werden noch fertig. Du kannst das nicht rückgängig machen.',
  },
  remove: 'API-Schlüssel entfernen',
  removed: '**Der API-Schlüssel wurde entfernt.** Laufende Anfragen werden noch fertig.',
  paidByOperator: 'Ab jetzt bezahlt hier der Schlüssel der Person, die diesen Bot betreibt.',
  paidByNone: 'Neue Anfragen brauchen einen anderen Schlüssel, den du mit `/key set` hinterlegen kannst.',
  alreadyRemoved: 'Hier gibt es keinen API-Schlüssel mehr.',
  quotaLeft: 'Das Kontingent ist nicht leer, Anfragen sind wie immer möglich.',
  reopened: 'Die nächste Anfrage wird jetzt versucht. Wenn der Bilderdienst sie annimmt, folgen die anderen.',
};

/** `/settings`. */
export const settings: Words['settings'] = {
  title: (page) => `Einstellungen · ${page}`,
  pages: { pictures: 'Bilder', channels: 'Kanäle', people: 'Personen und Sprache' },
  notes: {
    pictures:
      'Das gilt, wenn eine Person nichts anderes wählt, in einem Befehl oder in `/defaults`. `/styles` legt einen Standardstil fest.',
    channels:
      'Der Log-Kanal bekommt eine Zeile für jede fertige Anfrage, für jede, die Blockliste oder Limit gestoppt haben, und für jede Änderung durch die Serververwaltung. Prompts und Bilder privater Anfragen zeigt er nie. Die Galerie zeigt Bilder, die genug ⭐ von anderen bekommen haben, aus Kanälen, die alle sehen können, die auch die Galerie sehen.',
    people:
      'Die Sprache gilt für Anfragen, Posts und den Log-Kanal. Private Antworten sind in der Sprache jeder Person. Die Zeitzone legt fest, wann ein Tag beginnt, etwa für Limits. Wer die Berechtigung „Server verwalten“ hat, kann immer Anfragen starten. Aus einem Prompt werden mehrere mit Möglichkeiten in Klammern, etwa {rot, blau}.',
  },
  names: {
    mode: 'Modus für /imagine',
    size: 'Größe für /gen',
    aspectRatio: 'Seitenverhältnis',
    'offer-again': '🔄 unter fertige Bilder setzen',
    spoiler: 'Spoiler',
    without: 'Ohne für /imagine',
    'log-channel': 'Log-Kanal',
    gallery: 'Galerie-Kanal',
    stars: '⭐ für die Galerie',
    roles: 'Wer Anfragen starten kann',
    language: 'Sprache',
    permutations: 'Meiste Anfragen aus einem Prompt',
    'time-zone': 'Zeitzone',
  },
  byDefault: (value) => `${value} (Standard)`,
  none: 'nicht festgelegt',
  everyone: 'alle',
  on: 'an',
  off: 'aus',
  check: 'Berechtigungen prüfen',
  timeZoneExamples: 'Zum Beispiel Europe/Berlin, America/New_York oder UTC',
  allGranted: (channel) => `Der Bot hat in ${channel} alle Berechtigungen, die er braucht.`,
  grant: (link) =>
    `Erteile sie in den Kanal- oder Servereinstellungen, oder [lade den Bot noch einmal ein](${link}), damit sie für den ganzen Server gelten.`,
};

/** `/limits`. */
export const limits: Words['limits'] = {
  title: 'Limits des Servers',
  note: 'Jedes `/imagine` oder `/gen` zählt als eine Anfrage, egal wie viele Bilder daraus werden. Fehlgeschlagene Anfragen zählen nicht.',
  daily: '**Anfragen pro Tag**',
  monthly: '**Anfragen pro Monat**',
  atOnce: '**Gleichzeitig**',
  person: (amount) => `Pro Person: ${amount}`,
  server: (amount) => `Ganzer Server: ${amount}`,
  roleNote: '-# Wer eine dieser Rollen hat, bekommt stattdessen das höchste ihrer Limits.',
  exempt: 'Rollen ohne Limits',
  noLimit: 'kein Limit',
  none: 'keine',
  use: (used, open, at) =>
    `Heute verbraucht: **${grouped(used)}** · in Arbeit: **${grouped(open)}** · wird ${at} zurückgesetzt`,
  useOfMonth: (used, at) => `Diesen Monat verbraucht: **${grouped(used)}** · wird ${at} zurückgesetzt`,
  granted: (list) => `**Heute zusätzlich:** ${list}`,
  edit: 'Limits bearbeiten',
  editMonth: 'Monatslimits bearbeiten',
  clear: 'Alle Rollenlimits entfernen',
  clearQuestion: (roles) => `Die Limits von ${roles} entfernen? Du kannst das nicht rückgängig machen.`,
  keep: 'Behalten',
  forRole: 'Limit für eine Rolle festlegen',
  fields: {
    personDaily: 'Anfragen pro Tag, pro Person',
    serverDaily: 'Anfragen pro Tag, ganzer Server',
    personMonthly: 'Anfragen pro Monat, pro Person',
    serverMonthly: 'Anfragen pro Monat, ganzer Server',
    personAtOnce: 'Gleichzeitig, pro Person',
    serverAtOnce: 'Gleichzeitig, ganzer Server',
  },
  roleField: 'Anfragen pro Tag',
  roleTitle: (role) => `Limit für @${role}`,
  grant: 'Heute zusätzliche Anfragen geben',
  grantTitle: (person) => `Zusätzliche Anfragen für ${person}`,
  grantField: 'Zusätzliche Anfragen heute',
  grantNote: 'Zum Tageslimit der Person dazu; andere Limits bleiben. Leer lassen für keine',
  emptyForNoLimit: 'Leer lassen für kein Limit',
  emptyForNoRoleLimit: 'Ersetzt das Limit pro Person. Leer lassen, um es zu entfernen',
};

/** `/blocklist`. */
export const blocklist: Words['blocklist'] = {
  title: 'Blockliste',
  lists: { rules: 'Blockiert', exceptions: 'Immer erlaubt' },
  people: 'Blockierte Personen',
  more: (count) => `und ${grouped(count)} weitere`,
  end: (until) => (until === undefined ? 'dauerhaft' : `bis ${dateTime(until)}`),
  empty: 'Noch ist nichts und niemand blockiert.',
  expressions:
    'Reguläre Ausdrücke werden nicht mehr unterstützt. Entferne, was zwischen Schrägstrichen steht: Bis dahin blockiert eine solche Regel jeden Prompt, und eine solche Ausnahme wirkt nicht.',
  add: 'Hinzufügen oder testen',
  download: 'Herunterladen',
  remove: 'Eine Regel oder Ausnahme entfernen',
  block: 'Person blockieren oder Blockierung aufheben',
  removal: {
    title: (person) => `${person} entfernen und blockieren`.trim(),
    pictures: {
      label: 'Nachricht und Bilder',
      delete: 'Für alle löschen',
      keep: 'Behalten',
    },
  },
  previous: 'Zurück',
  next: 'Weiter',
  form: {
    rules: {
      label: 'Hinzufügen, eins pro Zeile',
      description:
        'Ganze Wörter oder Wortgruppen. `nackt*` findet alles, was so beginnt. Eine Ausnahme beginnt mit !',
      placeholder: 'Blut\nnackte Person\n!nackte Tatsachen',
    },
    file: { label: 'Aus einer Textdatei hinzufügen', description: 'Geschrieben wie oben' },
    prompt: { label: 'Einen Prompt testen', description: 'Nichts wird abgeschickt' },
    title: (person) => `${person} blockieren`,
    unblockTitle: (person) => `${person} ist blockiert`,
    time: 'Wie lange',
    times: {
      unblock: 'Blockierung aufheben',
      day: '1 Tag',
      week: '7 Tage',
      month: '30 Tage',
      year: '365 Tage',
      permanently: 'Dauerhaft',
    },
    reason: { label: 'Grund', description: 'Die Person sieht ihn, wenn sie eine Anfrage startet' },
  },
  added: (rules, exceptions) =>
    `${grouped(rules)} ${rules === 1 ? 'Regel' : 'Regeln'} und ${grouped(exceptions)} ${exceptions === 1 ? 'Ausnahme' : 'Ausnahmen'} hinzugefügt.`,
  known: (count) => `${grouped(count)} ${count === 1 ? 'stand' : 'standen'} schon auf der Blockliste.`,
  removed: {
    rules: (rule) => `Die Regel ${rule} wurde entfernt.`,
    exceptions: (rule) => `Die Ausnahme ${rule} wurde entfernt.`,
  },
  allowed: 'Dieser Prompt ist erlaubt.',
  blocked: (rule) => `Dieser Prompt ist durch die Regel ${rule} blockiert.`,
  banned: (person, end) =>
    `${person} ist hier für Anfragen blockiert, ${end}. Laufende Anfragen werden noch fertig.`,
  unbanned: (person) => `${person} ist nicht mehr blockiert und kann wieder Anfragen starten.`,
};

/** `/defaults`. */
export const defaults: Words['defaults'] = {
  title: 'Deine Standardwerte',
  heading: '**Gilt, wenn du eine Option weglässt**',
  names: {
    isPrivate: 'Privat',
    spoiler: 'Spoiler',
    notify: 'Benachrichtigung',
  },
  notify: { mention: 'mich erwähnen', direct: 'an mich senden', none: 'aus' },
  byServer: (value) => `${value} (Serverstandard)`,
  nothing: 'nichts',
  yes: 'ja',
  no: 'nein',
};

/** `/styles`. */
export const styles: Words['styles'] = {
  title: 'Stile',
  note: 'Wähle einen mit `style` in `/imagine` und `/gen`. Er ergänzt deinen Prompt um seinen Text.',
  heads: {
    own: (count, most) => `**Deine** · ${count} von ${most}`,
    server: (count, most) => `**Vom Server** · ${count} von ${most}`,
  },
  own: 'deiner',
  server: 'vom Server',
  standard: 'Serverstandard',
  none: 'Kein Stil',
  pick: { own: 'Deine Stile', server: 'Stile des Servers' },
  add: { own: 'Neuer Stil', server: 'Neuer Serverstil' },
  import: { own: 'Importieren', server: 'Für den Server importieren' },
  download: { own: 'Herunterladen', server: 'Vom Server herunterladen' },
  file: {
    label: 'Stile',
    description: 'Eine Datei, die du hier heruntergeladen hast. Gleiche Namen werden ersetzt',
  },
  imported: (count) => `${grouped(count)} ${count === 1 ? 'Stil' : 'Stile'} importiert.`,
  try: 'Ausprobieren',
  preview: 'Dein letztes Bild in diesem Stil',
  command: 'Befehl',
  edit: 'Bearbeiten',
  editTitle: 'Stil bearbeiten',
  delete: 'Stil löschen',
  deleteQuestion: (name) => `Den Stil ${name} löschen? Du kannst das nicht rückgängig machen.`,
  makeStandard: { false: 'Als Serverstandard festlegen', true: 'Nicht mehr Serverstandard' },
  back: 'Zurück',
  form: {
    name: 'Name',
    nameExample: 'Plakat',
    text: 'Text',
    textDescription: '{prompt} steht für den Prompt. Ohne das kommt der Text hinter den Prompt',
    textExample: 'ein Plakat von {prompt}, 60er-Jahre, körnig',
  },
};

/** `/privacy`. */
export const privacy: Words['privacy'] = {
  title: 'Deine Daten',
  introduction: 'Was wir über dich speichern, warum und wie lange:',
  closing:
    'Deine Prompts, Optionen und hinzugefügten Bilder gehen mit dem API-Schlüssel, der bezahlt, an den Bilderdienst, sonst nichts über dich. Nachrichten, die nicht an diesen Bot gerichtet sind, lesen wir nie.',
  download: 'Meine Daten herunterladen',
  delete: 'Meine Daten löschen',
  fileAltText: 'Alles, was wir über dich speichern, als JSON',
  file: 'Alles, was wir über dich speichern:',
  question:
    'Deine Anfragen, deinen Verlauf, deine Standardwerte, deine Stile und deinen eigenen API-Schlüssel löschen? Bilder verschwinden aus Galerien und Log-Kanälen, bleiben aber sonst in Discord, wo ihre Buttons nicht mehr funktionieren. Laufende Anfragen werden erst noch fertig. Du kannst das nicht rückgängig machen.',
  confirm: 'Alle meine Daten löschen',
  deleted: '**Deine Daten wurden gelöscht.**',
  open: (count) => ` Laufende Anfragen (${count}) werden noch fertig und nach der Lieferung gelöscht.`,
  kinds: {
    jobs: {
      title: 'Anfragen',
      kept: (days) =>
        `Deine Prompts und Optionen, wo und wann du eine Anfrage gestartet hast, wie sie ausging, Links zu den Bildern und welche Nachrichten sie zeigen. Nötig, um Bilder zu liefern und damit Buttons funktionieren. Gespeichert bis ${days} Tage nach der Lieferung, oder nachdem die Nachricht zuletzt veröffentlicht, verschoben, gelöscht oder in einer Galerie gezeigt wurde.`,
    },
    forms: {
      title: 'Entwürfe',
      kept: () =>
        'Links zu Bildern, die du über das Menü einer Nachricht bearbeiten wolltest oder gesammelt hast, einen Tag lang gespeichert, und Anfragen, die auf deinen Klick warten, eine Stunde lang gespeichert. Nötig, wenn du weitermachst.',
    },
    'history and defaults': {
      title: 'Verlauf, Standardwerte und Stile',
      kept: (days) =>
        `Deine letzten Anfragen für \`/history\`, ${days} Tage lang gespeichert. Deine Standardwerte und Stile, gespeichert, bis du sie löschst.`,
    },
    'personal key': {
      title: 'API-Schlüssel',
      kept: () =>
        'Der API-Schlüssel, den du in Direktnachrichten hinterlegt hast (verschlüsselt), seine letzten vier Zeichen und wann du ihn hinterlegt hast. Nötig, um deine Anfragen dort zu bezahlen. Gespeichert, bis du ihn entfernst. Der Schlüssel selbst ist nie in der Datei zum Herunterladen.',
    },
    counts: {
      title: 'Nutzung',
      kept: () =>
        'Wie viele Anfragen du an jedem Tag gestartet und zusätzlich bekommen hast, mit deiner Benutzer-ID. Nötig für Limits und für die Nutzung, die ein Server bezahlt. 400 Tage lang gespeichert, auch wenn du deine Daten löschst, weil Limits davon abhängen.',
    },
  },
};

export const operator: Words['operator'] = {
  title: 'Für die Person, die diesen Bot betreibt',
  isOpen: 'Neue Anfragen werden angenommen.',
  isPaused: '**Neue Anfragen sind überall angehalten.** Anfragen in Arbeit laufen weiter.',
  noTotal:
    '`IMAGE_API_KEY` zahlt ohne Obergrenze für alle Server: Setze `SHARED_KEY_DAILY_TOTAL` oder `SHARED_KEY_MONTHLY_TOTAL`.',
  spent: (today, thisMonth) =>
    `Mit \`IMAGE_API_KEY\` bezahlt: ${today} heute · ${thisMonth} in diesem Monat (UTC).`,
  ofTotal: (used, limit) => `${grouped(used)} von ${grouped(limit)}`,
  servers: (count) => (count === 1 ? 'Auf 1 Server:' : `Auf ${grouped(count)} Servern:`),
  server: (id, requests) => `\`${id}\` · ${grouped(requests)} in diesem Monat`,
  isBarred: '**blockiert**',
  barred: (list) => `Außerdem blockiert: ${list}`,
  pick: 'Server auswählen',
  pause: 'Neue Anfragen anhalten',
  resume: 'Neue Anfragen annehmen',
  bar: 'Diesen Server blockieren',
  unbar: 'Blockierung dieses Servers aufheben',
  leave: 'Diesen Server verlassen',
  back: 'Zurück',
  askLeave:
    'Diesen Server verlassen? Seine Einstellungen und sein API-Schlüssel werden einen Tag später gelöscht.',
  left: 'Der Bot ist nicht mehr auf diesem Server.',
  person: 'Person blockieren oder Blockierung aufheben',
  idField: {
    label: 'ID der Person',
    description:
      'Im Entwicklermodus: Menü einer Person → Benutzer-ID kopieren. Hebt eine Blockierung auch auf.',
  },
  erase: 'Daten einer Person löschen',
  eraseField: {
    label: 'ID der Person',
    description: 'Was Easel über sie speichert, wird sofort gelöscht, wie mit /privacy. Unwiderruflich.',
  },
  erased: (id, open) =>
    `Die Daten von \`${id}\` sind gelöscht. ${open === 0 ? '' : `Anfragen in Arbeit, die gelöscht werden, sobald sie fertig sind: ${grouped(open)}.`}`,
  noId: 'Das ist keine ID, deshalb wurde nichts geändert.',
  isBarredNow: (who) => `${who} kann ab jetzt nirgends mehr Anfragen stellen.`,
  isFreeNow: (who) => `${who} kann wieder Anfragen stellen.`,
};

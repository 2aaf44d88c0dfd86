import type { Words } from '../words.ts';

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
    'Deine Aufträge, deinen Verlauf, deine Standardwerte, deine Vorlagen und deinen eigenen API-Schlüssel löschen? Bilder bleiben in Discord, aber ihre Knöpfe funktionieren nicht mehr. Laufende Aufträge werden erst noch fertig. Du kannst das nicht rückgängig machen.',
  confirm: 'Alle meine Daten löschen',
  deleted: '**Deine Daten wurden gelöscht.**',
  open: (count) => ` Laufende Aufträge (${count}) werden noch fertig und nach der Lieferung gelöscht.`,
  kinds: {
    jobs: {
      title: 'Aufträge',
      kept: (days) =>
        `Deine Prompts und Optionen, wo und wann du einen Auftrag gestartet hast, wie er ausging, und Links zu den Bildern. Nötig, um Bilder zu liefern und damit Knöpfe funktionieren. Gespeichert bis ${days} Tage nach der Lieferung.`,
    },
    forms: {
      title: 'Offene Formulare',
      kept: () =>
        'Links zu Bildern, die du über das Menü einer Nachricht bearbeiten wolltest. Nötig, wenn du das Formular abschickst. Einen Tag lang gespeichert.',
    },
    'history and defaults': {
      title: 'Verlauf, Standardwerte und Vorlagen',
      kept: (days) =>
        `Deine letzten Aufträge für \`/history\`, ${days} Tage lang gespeichert. Deine Standardwerte und Vorlagen für \`/defaults\` und \`preset\`, gespeichert, bis du sie löschst.`,
    },
    'personal key': {
      title: 'API-Schlüssel',
      kept: () =>
        'Der API-Schlüssel, den du in Direktnachrichten festgelegt hast (verschlüsselt), seine letzten vier Zeichen und wann du ihn festgelegt hast. Nötig, um deine Aufträge dort zu bezahlen. Gespeichert, bis du ihn entfernst. Der Schlüssel selbst ist nie in der Datei zum Herunterladen.',
    },
    counts: {
      title: 'Nutzung',
      kept: () =>
        'Wie viele Aufträge du an jedem Tag gestartet hast, mit deiner Benutzer-ID. Nötig für Grenzen und für die Nutzung, die ein Server bezahlt. 400 Tage lang gespeichert, auch wenn du deine Daten löschst, weil Grenzen davon abhängen.',
    },
  },
};

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
    'Deine Anfragen, deinen Verlauf, deine Standardwerte, deine Stile und deinen eigenen API-Schlüssel löschen? Bilder verschwinden aus Galerien, bleiben aber sonst in Discord, wo ihre Buttons nicht mehr funktionieren. Laufende Anfragen werden erst noch fertig. Du kannst das nicht rückgängig machen.',
  confirm: 'Alle meine Daten löschen',
  deleted: '**Deine Daten wurden gelöscht.**',
  open: (count) => ` Laufende Anfragen (${count}) werden noch fertig und nach der Lieferung gelöscht.`,
  kinds: {
    jobs: {
      title: 'Anfragen',
      kept: (days) =>
        `Deine Prompts und Optionen, wo und wann du eine Anfrage gestartet hast, wie sie ausging, Links zu den Bildern und wo eine Galerie sie zeigt. Nötig, um Bilder zu liefern und damit Buttons funktionieren. Gespeichert bis ${days} Tage nach der Lieferung, oder nachdem die Nachricht zuletzt veröffentlicht, verschoben, gelöscht oder in einer Galerie gezeigt wurde.`,
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

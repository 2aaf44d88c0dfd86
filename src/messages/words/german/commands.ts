import type { Words } from '../words.ts';

/** Descriptions of commands, options and choices, in German: at most 100 characters each. */
export const commands: Words['commands'] = {
  imagine: 'Vier Bilder aus einem Prompt erstellen',
  gen: 'Ein Bild aus einem Prompt und eigenen Bildern erstellen oder bearbeiten',
  jobs: 'Deine offenen Anfragen ansehen, eine stoppen oder hierher holen',
  history: 'Deine Anfragen hier ansehen: Bilder wieder zeigen, suchen oder wiederholen',
  styles: 'Stile ansehen, ausprobieren, anlegen und ändern: deine und die des Servers',
  defaults: 'Festlegen, was gilt, wenn du eine Option weglässt',
  privacy: 'Ansehen, was wir über dich speichern, es herunterladen oder löschen',
  help: 'Ansehen, was du hier tun kannst, mit Beispielen',
  usage: 'Deine Anfragen heute, diese Woche und diesen Monat ansehen, und wie viele dir bleiben',
  limits: 'Ansehen und ändern, wie viele Anfragen hier möglich sind',

  key: 'Den API-Schlüssel verwalten, der hier die Anfragen bezahlt',
  'key set': 'Den API-Schlüssel hinterlegen, der hier die Anfragen bezahlt',
  'key status': 'Ansehen, welcher API-Schlüssel hier bezahlt, wer ihn hinterlegt hat und ob er gültig ist',
  'key remove': 'Den API-Schlüssel entfernen. Laufende Anfragen werden noch fertig',

  settings: 'Die Einstellungen dieses Servers öffnen: Standardwerte, Kanäle, Rollen, Sprache',

  blocklist: 'Wörter in Prompts oder Personen blockieren',

  prompt: 'Was auf dem Bild zu sehen sein soll',
  hook_url: 'Deine eigene URL, die der Bilderdienst aufruft, wenn das Bild fertig ist',
  private: 'Nur du siehst die Bilder',
  spoiler: 'Die Bilder als Spoiler markieren',
  style: 'Ein Stil für den Prompt: deiner oder einer des Servers. /styles zeigt sie',
  mode: 'Modus. Standard: fast',
  without: 'Was auf den Bildern nicht zu sehen sein darf, etwa: Text, Menschen',
  timeout: 'Zeitlimit in Sekunden, von 300 bis 1.200. Standard: 600',
  model: 'Modell. Standard: Auto',
  aspect_ratio: 'Seitenverhältnis. Standard: Auto',
  size: 'Größe. Standard: 1K. Mit 4K bleiben unbearbeitete Teile eines Bildes besser erhalten',
  output_size: 'Größe in Pixeln, etwa 2560x1440, statt eines Seitenverhältnisses. Braucht Größe 4K',
  reference: 'Ein Referenzbild als Ausgangspunkt',
  reference_2: 'Ein zweites Referenzbild',
  reference_3: 'Ein drittes Referenzbild',
  reference_4: 'Ein viertes Referenzbild',
  start_from: 'Bilder, die du schon hast, statt sie anzuhängen',
  reference_urls: 'Links zu Referenzbildern, durch Leerzeichen oder Kommas getrennt',
  'history family': 'Nur Anfragen mit diesem Befehl zeigen',
  'history text': 'Nur Anfragen mit diesen Wörtern im Prompt zeigen',

  square: '1:1 quadratisch',
  wide: '16:9 breit',
  tall: '9:16 hoch',

  'my-tray': 'Meine Ablage',
  'my-last-picture': 'Mein letztes Bild (das erste von vieren)',

  'use-in-easel': 'In Easel verwenden',
  'edit-this-picture': 'Dieses Bild bearbeiten',
  'picture-details': 'Details zum Bild',
};

import type { Words } from '../words.ts';

/** What a card says, in German. */
export const card: Words['card'] = {
  waiting: '**Wartet**, bis es an der Reihe ist',
  waitingAt: (place) => `**Wartet** · Platz ${place} in der Schlange`,
  submitted: '**Abgeschickt** · der Bilderdienst hat noch nicht geantwortet',
  painting: (since) => `**Wird gemalt** · abgeschickt ${since}`,
  usuallyDone: (after) => `meist nach ${after} fertig`,
  longerThan: (usual) => `dauert länger als die üblichen ${usual}`,
  failures: {
    'task-failed': [
      'Kein Bild',
      'Der Bilderdienst konnte das nicht malen und nannte keinen Grund. Versuche es mit anderen Worten.',
    ],
    quota: [
      'Das Bildkontingent ist aufgebraucht',
      'Bitte die Person, die hier den API-Schlüssel gesetzt hat (die Serververwaltung oder wer diesen Bot betreibt), es aufzustocken.',
    ],
    'key-gone': [
      'Den API-Schlüssel gibt es nicht mehr',
      'Er wurde entfernt oder geändert, bevor dies abgeschickt war. Es wurde nichts verbraucht. Bitte frage noch einmal.',
    ],
    'refused-key': [
      'Der Bilderdienst lehnt den API-Schlüssel ab',
      'Bitte die Person, die ihn gesetzt hat (die Serververwaltung oder wer diesen Bot betreibt), einen gültigen zu setzen.',
    ],
    refused: [
      'Der Bilderdienst hat das abgelehnt',
      'Er nannte keinen Grund. Versuche es mit anderen Worten oder Optionen.',
    ],
    unreachable: [
      'Der Bilderdienst ist nicht zu erreichen',
      'Er hat eine Stunde lang nichts angenommen, darum wurde es aufgegeben. Es wurde nichts verbraucht. Bitte versuche es später noch einmal.',
    ],
  },
  serviceSays: 'der Bilderdienst sagt',
  wholeReason: 'Der ganze Grund steht unter **Einzelheiten**.',
  prompt: 'Der Prompt:',
  timedOut: [
    'Nicht rechtzeitig fertig',
    'Der Bilderdienst hatte noch kein Bild, als seine Zeit um war. **Noch einmal nachfragen** kostet nichts; **Neu versuchen** startet ein neues, das auch bezahlt wird.',
  ],
  unfollowed: [
    'Wird nicht mehr verfolgt',
    'Das Bild wird vielleicht trotzdem gemalt und bezahlt. **Noch einmal nachfragen** sieht danach und kostet nichts; **Neu versuchen** startet ein neues, das auch bezahlt wird.',
  ],
  stopFollowing: {
    title: 'Nicht mehr verfolgen?',
    meaning:
      'Der Bilderdienst kann nicht abbrechen, was er begonnen hat: Das Bild wird vielleicht trotzdem gemalt und bezahlt. **Noch einmal nachfragen** auf der Karte sieht später danach und kostet nichts.',
    done: 'Wird nicht mehr verfolgt. Das Bild wird vielleicht trotzdem gemalt und bezahlt.',
  },
  unknown: [
    'Niemand weiß, ob das angenommen wurde',
    'Vielleicht ist es schon bezahlt, darum wird es nicht von selbst noch einmal geschickt. **Neu versuchen** startet ein neues, das auch bezahlt wird.',
  ],
  lostAnswers: {
    none: 'Es wurde an den Bilderdienst geschickt, und es kam keine Antwort zurück.',
    restart: 'Dieser Bot wurde neu gestartet, während es abgeschickt wurde.',
    error: (status) =>
      `Der Bilderdienst hat mit einem Fehler geantwortet (HTTP ${status}), der nicht sagt, ob er es angenommen hat.`,
    unreadable: (status) =>
      `Der Bilderdienst hat geantwortet (HTTP ${status}), aber die Antwort ist nicht zu lesen.`,
  },
  unknownBecause: {
    'task-id-too-long': [
      'Angenommen, aber die Bilder lassen sich nicht abholen',
      'Der Bilderdienst hat der Aufgabe eine Kennung gegeben, die zu lang ist, um nach ihr zu fragen. Wahrscheinlich ist sie schon bezahlt, darum wird sie nicht von selbst noch einmal geschickt. **Neu versuchen** startet ein neues, das auch bezahlt wird.',
    ],
  },
  stopped: '**Gestoppt**, bevor es abgeschickt war. Es wurde nichts verbraucht.',
  stillWorking:
    '**Noch in Arbeit** · drücke den Knopf, um zu sehen, wie weit es ist. Discord lässt diese Nachricht nur 15 Minuten lang ändern.',
  whenItStops: '-# Wenn sich hier nichts mehr tut, drücke **Ergebnis zeigen**.',
  picturesDone: 'Die Bilder sind fertig:',
  took: (time) => `dauerte ${time}`,
  ratioOverridden: (ratio) => `Es gilt \`output_size\`, nicht das Verhältnis ${ratio}.`,
  sizeSetTo4k: '`size` ist 4K, weil `output_size` das braucht.',
  sizeCorrected: (requested, made) => `Der Dienst macht aus ${requested} **${made}**.`,
  faults: {
    'wrong-dash': (flag) => `\`${flag}\` beginnt mit einem langen Strich statt mit zwei Bindestrichen`,
    'smart-quotes': () => 'statt gerader Anführungszeichen stehen dort typografische',
    'glued-value': (flag) => `\`${flag}\` braucht ein Leerzeichen vor seinem Wert`,
    'ratio-form': (flag) => `\`${flag}\` will sein Verhältnis als \`16:9\``,
    'flag-twice': (flag) => `\`${flag}\` kommt mehr als einmal vor`,
    'value-missing': (flag) => `\`${flag}\` fehlt der Wert`,
    'text-after-flags': () => 'nach den Flags steht noch Text',
    'only-flags': () => 'es gibt nur Flags und keine Worte, die zu malen wären',
  },
  corrected: 'Berichtigt',
  origins: {
    again: { did: '🔄 Noch einmal, gewünscht von', back: 'das vorige' },
    'prompt-edited': { did: '✏️ Mit neuem Prompt, gewünscht von', back: 'das vorige' },
    'picture-edited': { did: '🎨 Bearbeitet, gewünscht von', back: 'das Bild davor' },
    enlarged: { did: '🔎 In 4K, gewünscht von', back: 'das Bild davor' },
  },
  somePictures: (first, last, all) => `Bilder ${first} bis ${last} von ${all}`,
  notified: {
    done: 'Deine Bilder sind fertig.',
    ended: 'Dein Auftrag ist ohne Bilder zu Ende gegangen.',
    closed: 'Deine Direktnachrichten sind geschlossen, darum konnte dir das nicht geschickt werden.',
  },
  fullSize: (links) => `-# Verkleinert, damit es in Discord passt. Volle Größe: ${links}`,
  copyOf: (link) => `Aus ${link}`,
  someGone: 'Einige davon sind nicht mehr verfügbar.',
  buttons: {
    morePictures: (count) => `Weitere Bilder (${count})`,
    again: 'Noch einmal',
    editPrompt: 'Prompt ändern',
    editPicture: 'Bild bearbeiten',
    details: 'Einzelheiten',
    delete: 'Löschen',
    publish: 'Allen zeigen',
    useCorrected: 'Berichtigten Prompt nehmen',
    showResult: 'Ergebnis zeigen',
    stop: 'Stoppen',
    stopFollowing: 'Nicht mehr verfolgen',
    mentionMe: 'Mich erwähnen',
    sendToMe: 'Mir schicken',
    askOnceMore: 'Noch einmal nachfragen',
    tryAgain: 'Neu versuchen',
  },
};

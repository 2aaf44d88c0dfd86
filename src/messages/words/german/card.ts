import type { Words } from '../words.ts';

/** What a card says, in German. */
export const card: Words['card'] = {
  waiting: '**Wartet**, bis es an der Reihe ist',
  waitingAt: (place) => `**Wartet** · Platz ${place} in der Schlange`,
  submitted: '**Abgeschickt** · der Bilderdienst hat noch nicht geantwortet',
  painting: (since) => `**In Arbeit** · abgeschickt ${since}`,
  usuallyDone: (after) => `dauert meist ${after}`,
  longerThan: (usual) => `dauert länger als die üblichen ${usual}`,
  failures: {
    'task-failed': [
      'Das hat nicht geklappt',
      'Der Bilderdienst nannte keinen Grund. Versuche es mit anderen Worten.',
    ],
    quota: [
      'Das Bildkontingent ist aufgebraucht',
      'Wende dich an die Person, die hier den API-Schlüssel festgelegt hat (die Serververwaltung oder wer diesen Bot betreibt), damit sie es aufstockt.',
    ],
    'key-gone': [
      'Der API-Schlüssel wurde entfernt',
      'Er wurde entfernt oder geändert, bevor das abgeschickt war. Es wurde nichts verbraucht. Versuche es noch einmal.',
    ],
    'refused-key': [
      'Der Bilderdienst lehnt den API-Schlüssel ab',
      'Wende dich an die Person, die ihn festgelegt hat (die Serververwaltung oder wer diesen Bot betreibt), damit sie einen gültigen festlegt.',
    ],
    refused: [
      'Der Bilderdienst hat das abgelehnt',
      'Er nannte keinen Grund. Versuche es mit anderen Worten oder Optionen.',
    ],
    unreachable: [
      'Der Bilderdienst ist nicht zu erreichen',
      'Er hat eine Stunde lang nicht geantwortet, darum versuchen wir es nicht weiter. Es wurde nichts verbraucht. Versuche es später noch einmal.',
    ],
  },
  serviceSays: 'der Bilderdienst sagt',
  wholeReason: 'Der ganze Grund steht unter **Einzelheiten**.',
  prompt: 'Prompt:',
  timedOut: [
    'Zeit abgelaufen',
    'Der Bilderdienst war nicht rechtzeitig fertig. **Noch einmal nachfragen** sieht nach den Bildern und kostet nichts; **Neu versuchen** startet einen neuen Auftrag, der auch bezahlt wird.',
  ],
  unfollowed: [
    'Wird nicht mehr verfolgt',
    'Das Bild wird vielleicht trotzdem noch gemacht und bezahlt. **Noch einmal nachfragen** sieht danach und kostet nichts; **Neu versuchen** startet einen neuen Auftrag, der auch bezahlt wird.',
  ],
  stopFollowing: {
    title: 'Nicht mehr verfolgen?',
    meaning:
      'Der Bilderdienst kann das nicht abbrechen, darum wird das Bild vielleicht trotzdem noch gemacht und bezahlt. **Noch einmal nachfragen** auf der Karte sieht später danach und kostet nichts.',
    done: 'Wird nicht mehr verfolgt. Das Bild wird vielleicht trotzdem noch gemacht und bezahlt.',
  },
  unknown: [
    'Wir konnten diesen Auftrag nicht bestätigen',
    'Vielleicht ist er schon bezahlt, darum schicken wir ihn nicht noch einmal. **Neu versuchen** startet einen neuen Auftrag, der auch bezahlt wird.',
  ],
  lostAnswers: {
    none: 'Wir haben ihn an den Bilderdienst geschickt, aber keine Antwort bekommen.',
    restart: 'Der Bot wurde neu gestartet, während er ihn abschickte.',
    error: (status) =>
      `Der Bilderdienst hat mit einem Fehler geantwortet (HTTP ${status}), der nicht sagt, ob er ihn angenommen hat.`,
    unreadable: (status) =>
      `Der Bilderdienst hat geantwortet (HTTP ${status}), aber wir konnten die Antwort nicht lesen.`,
  },
  unknownBecause: {
    'task-id-too-long': [
      'Angenommen, aber wir können die Bilder nicht abholen',
      'Der Bilderdienst hat ihm eine Kennung gegeben, die zu lang ist. Wahrscheinlich ist er schon bezahlt, darum schicken wir ihn nicht noch einmal. **Neu versuchen** startet einen neuen Auftrag, der auch bezahlt wird.',
    ],
  },
  stopped: '**Gestoppt**, bevor es abgeschickt war. Es wurde nichts verbraucht.',
  stillWorking:
    '**Noch in Arbeit** · Discord lässt uns diese Nachricht nur 15 Minuten lang ändern. Drücke **Ergebnis zeigen**, um zu sehen, wie weit es ist.',
  whenItStops: '-# Wenn sich hier nichts mehr tut, drücke **Ergebnis zeigen**.',
  picturesDone: 'Deine Bilder sind fertig:',
  took: (time) => `dauerte ${time}`,
  left: (count) =>
    count > 0 ? `heute noch ${count} ${count === 1 ? 'Auftrag' : 'Aufträge'}` : 'heute keine Aufträge mehr',
  ratioOverridden: (ratio) => `\`output_size\` geht dem Seitenverhältnis ${ratio} vor.`,
  sizeSetTo4k: '`size` wurde auf 4K gesetzt, weil `output_size` das braucht.',
  sizeCorrected: (requested, made) => `Der Bilderdienst macht aus ${requested} **${made}**.`,
  faults: {
    'wrong-dash': (flag) => `\`${flag}\` beginnt mit einem langen Strich statt mit zwei Bindestrichen`,
    'smart-quotes': () => 'die Anführungszeichen müssen gerade sein',
    'glued-value': (flag) => `\`${flag}\` braucht ein Leerzeichen vor seinem Wert`,
    'ratio-form': (flag) => `\`${flag}\` braucht sein Verhältnis als \`16:9\``,
    'flag-twice': (flag) => `\`${flag}\` kommt mehr als einmal vor`,
    'value-missing': (flag) => `\`${flag}\` braucht einen Wert`,
    'text-after-flags': () => 'nach den Flags kommt noch Text',
    'only-flags': () => 'es gibt nur Flags und nichts, was ein Bild wird',
  },
  corrected: 'Korrigiert',
  origins: {
    again: { did: '🔄 Noch einmal, für', back: 'voriger Auftrag' },
    'prompt-edited': { did: '✏️ Mit neuem Prompt, für', back: 'voriger Auftrag' },
    'picture-edited': { did: '🎨 Bearbeitet, für', back: 'ursprüngliches Bild' },
    enlarged: { did: '🔎 In 4K, für', back: 'ursprüngliches Bild' },
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
    useCorrected: 'Korrigierten Prompt verwenden',
    showResult: 'Ergebnis zeigen',
    stop: 'Stoppen',
    stopFollowing: 'Nicht mehr verfolgen',
    mentionMe: 'Mich erwähnen',
    sendToMe: 'Mir schicken',
    askOnceMore: 'Noch einmal nachfragen',
    tryAgain: 'Neu versuchen',
  },
};

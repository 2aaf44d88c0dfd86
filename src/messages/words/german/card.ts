import type { Words } from '../words.ts';
import { grouped, period, requests } from './numbers.ts';

/** The texts of cards, in German. */
export const card: Words['card'] = {
  waiting: '**Wartet**, bis es an der Reihe ist',
  waitingAt: (place) => `**Wartet** · Platz ${grouped(place)} in der Warteschlange`,
  waitsFor: {
    person: (ahead) => `**Wartet** auf deine anderen Anfragen · ${grouped(ahead)} vor dir`,
    server: (ahead) => `**Wartet** auf andere Anfragen auf diesem Server · ${grouped(ahead)} vor dir`,
  },
  waitsBecause: {
    outage: 'Der Bilderdienst hat gerade Probleme. Deine Anfrage geht los, sobald er antwortet.',
    away: 'Der Bilderdienst ist gerade nicht erreichbar. Deine Anfrage geht los, sobald er antwortet.',
    busy: 'Der Bilderdienst ist gerade ausgelastet. Deine Anfrage geht los, sobald er mehr annimmt.',
    quota: 'Das Bildkontingent ist leer. Deine Anfrage geht los, sobald es aufgestockt ist.',
    slow: 'Der Bilderdienst ist gerade langsam.',
  },
  submitted: '**Abgeschickt** · der Bilderdienst hat noch nicht geantwortet',
  painting: (since) => `**In Arbeit** · abgeschickt ${since}`,
  usuallyDone: (after) => `dauert meist ${after}`,
  longerThan: (usual) => `dauert länger als die üblichen ${usual}`,
  failures: {
    'task-failed': [
      'Das hat nicht geklappt',
      'Der Bilderdienst nannte keinen Grund. Versuche es mit anderen Worten.',
    ],
    quota: ['Das Bildkontingent ist leer', 'Sobald es aufgestockt ist, hilft **Erneut versuchen**.'],
    'key-gone': [
      'Der API-Schlüssel wurde entfernt',
      'Er wurde entfernt oder geändert, bevor diese Anfrage abgeschickt wurde. Es wurde nichts verbraucht. Versuche es noch einmal.',
    ],
    'refused-key': [
      'Der Bilderdienst lehnt den API-Schlüssel ab',
      'Es wurde nichts verbraucht. Sobald ein gültiger hinterlegt ist, hilft **Erneut versuchen**.',
    ],
    refused: [
      'Der Bilderdienst hat das abgelehnt',
      'Er nannte keinen Grund. Versuche es mit anderen Worten oder Optionen.',
    ],
    'wrong-address': [
      'Der Bilderdienst ist falsch eingerichtet',
      'Sag der Person Bescheid, die diesen Bot betreibt. Es wurde nichts abgeschickt.',
    ],
    blocked: [
      'Statt des Bilderdienstes antwortet eine Firewall oder Webseite',
      'Es wurde nichts abgeschickt. Manche Firewalls stören sich an einzelnen Worten: Versuche es mit anderen. Wenn es so bleibt, sag der Person Bescheid, die diesen Bot betreibt.',
    ],
    unreachable: [
      'Der Bilderdienst ist nicht erreichbar',
      'Er hat eine Stunde lang nicht geantwortet, deshalb haben wir aufgegeben. Es wurde nichts verbraucht. Versuche es später noch einmal.',
    ],
  },
  askForKey: {
    operator: 'Der Schlüssel gehört zum Bot: Sag der Person Bescheid, die ihn betreibt.',
    server: 'Der Schlüssel gehört zu diesem Server: Sag der Serververwaltung Bescheid.',
    person: 'Der Schlüssel ist deiner: siehe `/key status`.',
  },
  declined: 'Der Bilderdienst hat das abgelehnt:',
  couldNotMake: 'Der Bilderdienst konnte das nicht machen:',
  wholeReason: 'Der ganze Grund steht hinter ℹ️.',
  prompt: 'Prompt:',
  timedOut: [
    'Zeit abgelaufen',
    'Der Bilderdienst war nicht rechtzeitig fertig. **Erneut prüfen** sieht nach den Bildern und kostet nichts; **Erneut versuchen** zählt als neue Anfrage.',
  ],
  keyGone: [
    'Der API-Schlüssel ist weg',
    'Der Schlüssel dieser Anfrage wurde ersetzt oder entfernt, deshalb bekommen wir die Bilder nicht. Ist er wieder da, bringt **Erneut prüfen** sie und kostet nichts.',
  ],
  unknown: [
    'Wir konnten diese Anfrage nicht bestätigen',
    'Möglicherweise wurde die Anfrage schon bezahlt, deshalb schicken wir sie nicht noch einmal ab. Für dein Limit zählt sie nicht; **Erneut versuchen** zählt.',
  ],
  lostAnswers: {
    none: 'Wir haben sie an den Bilderdienst geschickt, aber keine Antwort bekommen.',
    restart: 'Der Bot wurde neu gestartet, während er sie abschickte.',
    error: (status) =>
      `Der Bilderdienst hatte ein Problem und sagte nicht, ob die Anfrage ankam (HTTP ${status}).`,
    unreadable: (status) =>
      `Der Bilderdienst hat geantwortet (HTTP ${status}), aber wir konnten die Antwort nicht lesen. Vielleicht ist er falsch eingerichtet. Sag der Person Bescheid, die diesen Bot betreibt.`,
  },
  stopped: '**Gestoppt**, bevor die Anfrage abgeschickt wurde. Es wurde nichts verbraucht.',
  stillWorking:
    '**Noch in Arbeit** · Discord lässt uns diese Nachricht nur 15 Minuten lang ändern. Drücke **Ergebnis zeigen**, um zu sehen, wie weit es ist.',
  whenItStops: '-# Wenn sich hier nichts mehr tut, drücke **Ergebnis zeigen**.',
  picturesDone: 'Deine Bilder sind fertig:',
  othersInHistory:
    'Die Links der anderen sind zu lang für diese Nachricht. Mit `/history` siehst du alle Bilder.',
  took: (time) => `dauerte ${time}`,
  left: (count, isOfMonth) =>
    count > 0 ? `${period(isOfMonth)} noch ${requests(count)}` : `${period(isOfMonth)} keine Anfragen mehr`,
  ratioOverridden: (ratio) => `\`output_size\` hat Vorrang vor dem Seitenverhältnis ${ratio}.`,
  sizeSetTo4k: '`size` wurde auf 4K gesetzt, weil `output_size` das braucht.',
  sizeCorrected: (requested, made) => `Der Bilderdienst macht aus ${requested} **${made}**.`,
  optionOverridden: (flag, value) => `\`--${flag}\` im Prompt hat Vorrang vor der Option ${value}.`,
  startsFrom: (count, links) =>
    `Aus ${count === 1 ? 'einem Bild' : `${count} Bildern`}${links && `: ${links}`}`,
  by: 'von',
  style: (name) => `🖌️ Stil: ${name}`,
  asThePicture: (ratio) => `Wie das Bild · ${ratio}`,
  ratioReplaced: (typed, ratio) => `${typed} gibt es beim Bilderdienst nicht, deshalb ist das **${ratio}**.`,
  idleFlags: (flags, count) => `${flags} ${count === 1 ? 'wirkt' : 'wirken'} in \`/gen\` nicht`,
  readAs: (typed, read) => `${typed} gelesen als ${read}`,
  origins: {
    again: { did: '🔄 Nochmal von', back: 'vorige Anfrage' },
    'prompt-edited': { did: '✏️ Mit neuem Prompt von', back: 'vorige Anfrage' },
    'picture-edited': { did: '🎨 Bearbeitet von', back: 'ursprüngliches Bild' },
    varied: { did: '🎲 Variiert von', back: 'ursprüngliches Bild' },
    enlarged: { did: '🔎 In 4K von', back: 'ursprüngliches Bild' },
  },
  somePictures: (first, last, all) => `Bilder ${first} bis ${last} von ${all}`,
  notified: {
    done: 'Deine Bilder sind fertig.',
    ended: 'Deine Anfrage wurde ohne Bilder beendet.',
    outOfReach: 'Wir konnten das nicht dort zeigen, wo du es angefragt hast, deshalb ist es hier.',
    notTaken:
      'Discord hat das nicht als Direktnachricht angenommen, deshalb konnten wir es dir nicht schicken.',
    closed: 'Du nimmst keine Direktnachrichten an, deshalb konnten wir dir das nicht schicken.',
  },
  fullSize: (links) => `-# Verkleinert, damit es in Discord passt. Volle Größe: ${links}`,
  broken: (links) =>
    `Der Bilderdienst hat etwas geschickt, das kein vollständiges Bild ist. Öffne es, um es anzusehen: ${links}`,
  unshowable: (links) => `Discord kann hier nicht jedes Bild zeigen. Öffne es in deinem Browser: ${links}`,
  copyOf: (link) => `Aus ${link}`,
  offersAgain: '-# Reagiere mit 🔄 für ein weiteres',
  someGone: 'Einige davon sind nicht mehr verfügbar.',
  buttons: {
    morePictures: (count) => `Weitere Bilder (${count})`,
    again: 'Nochmal',
    editPrompt: 'Prompt ändern',
    details: 'Details',
    delete: 'Löschen',
    publish: 'Teilen',
    showResult: 'Ergebnis zeigen',
    stop: 'Stoppen',
    mentionMe: 'Mich erwähnen',
    sendToMe: 'An mich senden',
    checkAgain: 'Erneut prüfen',
    tryAgain: 'Erneut versuchen',
    tryLonger: (minutes) => `Mit ${grouped(minutes)} Minuten erneut versuchen`,
  },
};

import type { Words } from '../words.ts';
import { grouped, requests } from './numbers.ts';

const nameOf = (kind: 'log' | 'gallery'): string => (kind === 'gallery' ? 'Galerie' : 'Log');

/** Permissions that the bot uses, by the name Discord shows, and what for. */
export const permissions: Words['permissions'] = {
  purposes: {
    'View Channel': 'um Bilder zu liefern, die länger als 15 Minuten brauchen',
    'Send Messages':
      'um Bilder zu liefern, wenn sich die erste Nachricht nicht mehr ändern lässt, und für den Log-Kanal',
    'Send Messages in Threads': 'für dasselbe in Threads',
    'Embed Links': 'um zu den Bildern Prompt und Angaben zu zeigen',
    'Attach Files': 'um die Bilder hochzuladen',
    'Read Message History': 'um auf eigene Nachrichten zu antworten und ihre Bilder wiederzufinden',
    'Add Reactions': 'um 🔄 unter fertige Bilder zu setzen',
  },
  names: {
    'View Channel': 'Kanal ansehen',
    'Send Messages': 'Nachrichten senden',
    'Send Messages in Threads': 'Nachrichten in Threads senden',
    'Embed Links': 'Links einbetten',
    'Attach Files': 'Dateien anhängen',
    'Read Message History': 'Nachrichtenverlauf anzeigen',
    'Add Reactions': 'Reaktionen hinzufügen',
    'Manage Server': 'Server verwalten',
    'Manage Messages': 'Nachrichten verwalten',
    'Use Application Commands': 'Anwendungsbefehle verwenden',
    'Use External Apps': 'Externe Apps verwenden',
  },
  botAbsent:
    'Auf diesem Server sind nur die Befehle dieses Bots, nicht der Bot selbst, deshalb lassen sich hier keine Bilder liefern, die länger als 15 Minuten brauchen. Lade den Bot ein, um das zu beheben.',
  missing: (channel, list) => `In ${channel} fehlen dem Bot diese Berechtigungen:\n${list}`,
  channelGone: (kind, channel) =>
    `Den ${nameOf(kind)}-Kanal ${channel} gibt es nicht mehr, oder der Bot kann ihn nicht sehen. Wähle einen anderen, oder gib dem Bot Zugriff.`,
  missingInChannel: (kind, channel, list) =>
    `Im ${nameOf(kind)}-Kanal ${channel} fehlen dem Bot diese Berechtigungen:\n${list}`,
  logIsOpen: (channel) =>
    `Alle sehen ${channel}, und das Protokoll nennt Personen, Prompts und Gründe von Blockierungen. Wähle einen Kanal, den nur die Serververwaltung sieht.`,
  logIsGallery:
    'Der Protokollkanal ist auch die Galerie. Wähle für eins von beiden einen anderen Kanal: Das Protokoll ist für die Serververwaltung.',
};

/** The set-up of a new server, in the answer to its first request. */
export const setup: Words['setup'] = {
  title: (isDone) =>
    isDone
      ? '**Eingerichtet.** **Erneut versuchen** startet deine Anfrage.'
      : '**Richte diesen Server ein**, in drei Schritten:',
  step: (step, name, value, isDone) => `${isDone ? '✅' : `${step}.`} ${name}: ${value}`,
  key: 'API-Schlüssel',
  done: 'hinterlegt',
  missing: 'noch keiner',
  limit: 'Limit pro Person',
  perDay: (count) => `${requests(count)} am Tag`,
  ask: (whom) => `Frag ${whom}.`,
};

/** The lines of a server's log channel. */
export const log: Words['log'] = {
  rests: {
    quota:
      'Das Kontingent des API-Schlüssels ist leer, deshalb warten Anfragen, bis es aufgestockt ist. Dann gehen sie von selbst los.',
    outage:
      'Der Bilderdienst hat Probleme, deshalb warten Anfragen. Sie gehen von selbst los, wenn er wieder antwortet.',
  },
  recovered: {
    quota: 'Das Kontingent des API-Schlüssels reicht wieder, wartende Anfragen gehen los.',
    outage: 'Der Bilderdienst antwortet wieder, wartende Anfragen gehen los.',
  },
  sharedQuota: 'Der Schlüssel gehört der Person, die diesen Bot betreibt.',
  failures: {
    quota: 'das Kontingent ist leer',
    'key-gone': 'der API-Schlüssel wurde entfernt',
    'refused-key': 'der Bilderdienst hat den API-Schlüssel abgelehnt',
    'wrong-address': 'der Bilderdienst ist falsch eingerichtet',
    blocked: 'statt des Bilderdienstes antwortete eine Firewall oder Webseite',
    unreachable: 'der Bilderdienst war nicht erreichbar',
    'task-failed': 'kein Grund genannt',
    refused: 'kein Grund genannt',
  },
  privateFailure: 'der Bilderdienst konnte das nicht erstellen',
  done: (time) => `fertig in ${time}`,
  failed: (why) => `fehlgeschlagen: ${why}`,
  timedOut: (time) => `Zeit abgelaufen nach ${time}`,
  job: (person, channel) => `${person} in ${channel}`,
  private: 'privat',
  open: 'öffnen',
  delete: 'Löschen',
  deleted: (person: string | undefined): string =>
    person === undefined ? 'gelöscht' : `gelöscht von ${person}`,
  refused: {
    'blocked-prompt': 'Von der Blockliste gestoppt:',
    'blocked-picture': 'Von der Blockliste gestoppt:',
    banned: 'Ist blockiert und hat eine Anfrage versucht',
    'no-pictures-allowed': 'Hat ein Limit von 0 Anfragen',
    'person-daily-limit': 'Hat das eigene Tageslimit erreicht',
    'server-daily-limit': 'Hat das Tageslimit des Servers erreicht',
    'person-monthly-limit': 'Hat das eigene Monatslimit erreicht',
    'server-monthly-limit': 'Hat das Monatslimit des Servers erreicht',
  },
  changes: {
    deletedMessage: (person, channel) => `Nachricht von ${person} in ${channel} gelöscht`,
    keySet: (lastFour) =>
      lastFour === undefined
        ? 'API-Schlüssel hinterlegt'
        : `API-Schlüssel mit dem Ende \`${lastFour}\` hinterlegt`,
    keyRemoved: 'API-Schlüssel entfernt',
    quotaReopened: 'Neuen Versuch mit dem Bildkontingent gestartet',
    limits: (changes) => `Limits geändert: ${changes}`,
    styles: 'Stile geändert',
    roleLimit: (role) => `Anfragen pro Tag, ${role}`,
    granted: (person, count) => `Zusätzliche Anfragen heute für ${person}: ${grouped(count)}`,
    ruleRemoved: { rules: 'Blockliste: Regel entfernt', exceptions: 'Blockliste: Ausnahme entfernt' },
    rulesAdded: (rules, exceptions) =>
      `Blockliste: ${grouped(rules)} ${rules === 1 ? 'Regel' : 'Regeln'} und ${grouped(exceptions)} ${exceptions === 1 ? 'Ausnahme' : 'Ausnahmen'} hinzugefügt`,
    banned: (person, end) => `${person} blockiert, ${end}`,
    unbanned: (person) => `Blockierung von ${person} aufgehoben`,
  },
};

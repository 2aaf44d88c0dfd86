import type { PersonalData } from '../commands/framework/command.ts';
import type { Guilds } from '../services/guilds/index.ts';
import type { Drafts } from '../services/jobs/drafts.ts';
import type { PersonalJobs } from '../services/jobs/personal-jobs.ts';
import type { People } from '../services/people/people.ts';

export interface PersonalDataSources {
  personalJobs: PersonalJobs;
  drafts: Pick<Drafts, 'of' | 'forgetPerson'>;
  guilds: Pick<Guilds, 'keys'>;
  people: Pick<People, 'recordsOf' | 'forgetPerson'>;
  jobRetentionDays: number;
}

/** Everything that is kept of people, service by service. Whatever else keeps something of them is added here. */
export const personalDataOf = (sources: PersonalDataSources): readonly PersonalData[] => {
  const { personalJobs, drafts, guilds, people, jobRetentionDays: days } = sources;
  return [
    {
      name: 'jobs',
      title: 'Requests',
      kept: `Your prompts and options, where and when you made a request, how it ended and links to the pictures. Needed to deliver pictures and keep buttons working. Stored for ${days} days after delivery.`,
      export: (personId) => personalJobs.of(personId),
      erase: (personId) => personalJobs.erase(personId),
    },
    {
      name: 'forms',
      title: 'Open edit forms',
      kept: "Links to pictures you started to edit from a message's menu. Needed when you submit the form. Stored for a day.",
      export: (personId) => drafts.of(personId),
      erase: (personId) => drafts.forgetPerson(personId),
    },
    {
      name: 'history and defaults',
      title: 'History, defaults and presets',
      kept: `Your latest requests and searches for \`/history\`, stored for ${days} days. Your defaults and presets for \`/defaults\` and \`preset\`, stored until you delete them.`,
      export: (personId) => people.recordsOf(personId),
      erase: (personId) => people.forgetPerson(personId),
    },
    {
      name: 'personal key',
      title: 'API key',
      kept: 'The API key you set in direct messages (encrypted), its last four characters and when you set it. Needed to pay for your requests there. Stored until you remove it. Your download never contains the key itself.',
      export: async (personId) => (await guilds.keys.current({ personId })) ?? null,
      erase: (personId) => guilds.keys.remove({ personId }),
    },
    {
      name: 'counts',
      title: 'Usage',
      kept: 'How many requests you made each day, with your user ID. Needed for limits and for the usage that a server pays for. Stored for 400 days, even if you delete your data, because limits depend on them.',
      export: () => Promise.resolve('`/usage` shows them.'),
    },
  ];
};

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
      kept: `Prompts and options, who asked and where, when, what became of it and the addresses of the pictures: to bring the pictures and to keep the buttons working. ${days} days after a picture was delivered.`,
      export: (personId) => personalJobs.of(personId),
      erase: (personId) => personalJobs.erase(personId),
    },
    {
      name: 'forms',
      kept: "The addresses of the pictures for which you opened a form in a message's menu, to edit them when you hand it in. A day.",
      export: (personId) => drafts.of(personId),
      erase: (personId) => drafts.forgetPerson(personId),
    },
    {
      name: 'history and defaults',
      kept: `The list of your newest jobs, what you searched it for, your defaults and your presets, for \`/history\`, \`/defaults\` and \`preset\`. The list and the searches ${days} days, the rest until you delete it.`,
      export: (personId) => people.recordsOf(personId),
      erase: (personId) => people.forgetPerson(personId),
    },
    {
      name: 'personal key',
      kept: 'The API key that you set in direct messages, sealed, with its last four characters and when you set it: to pay for your pictures there. Until you remove it. The file never holds the key itself.',
      export: async (personId) => (await guilds.keys.current({ personId })) ?? null,
      erase: (personId) => guilds.keys.remove({ personId }),
    },
    {
      name: 'counts',
      kept: 'How many pictures you asked for on which day, beside your id: for limits and for the usage that a server pays for. 400 days; they stay when you delete your data, or limits would mean nothing.',
      export: () => Promise.resolve('Shown by `/usage`.'),
    },
  ];
};

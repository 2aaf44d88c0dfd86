import type { REST } from '@discordjs/rest';
import { ApplicationCommandOptionType, Routes } from 'discord-api-types/v10';

/** A variable of the environment that every program is given. */
export const required = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
};

/** The two commands that the benchmarks use. */
export const registerCommands = (rest: REST, applicationId: string): Promise<unknown> => {
  const prompt = {
    type: ApplicationCommandOptionType.String,
    name: 'prompt',
    description: 'What to paint',
    required: true,
  };
  const body = [
    { name: 'imagine', description: 'Make four pictures from a prompt', options: [prompt] },
    { name: 'help', description: 'How it works' },
  ];
  return rest.put(Routes.applicationCommands(applicationId), { body });
};

/** Says that the program may be used. */
export const announce = (): void => {
  // A profile is written when the process ends by itself.
  process.once('SIGTERM', () => process.exit());
  process.stdout.write('The floor is ready\n');
};

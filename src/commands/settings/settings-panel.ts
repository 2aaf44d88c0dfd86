import type { APIButtonComponent } from 'discord-api-types/v10';
import { button, row, type Row } from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import type { Settings } from '../../services/guilds/settings.ts';
import type { MessageBody } from '../framework/reply.ts';
import { PAGES, settingsOn, type Page } from './settings-table.ts';

const NOTES = {
  pictures: 'What people choose in a command or in `/defaults` overrides these defaults.',
  channels:
    'The log channel gets a line for each finished request and each change by an admin. It never shows the prompt or pictures of private requests.',
  people:
    'The language is used for cards and errors. The time zone sets when a day starts, for example for limits. People with the Manage Server permission can always make requests.',
} as const;

/** The controls of a page, in rows: buttons that follow each other share one. */
const controlRows = (settings: Settings, page: Page): Row[] => {
  const rows: Row[] = [];
  let buttons: APIButtonComponent[] = [];
  const closeRow = (): void => {
    if (buttons.length > 0) rows.push(row(...buttons));
    buttons = [];
  };
  for (const { control } of settingsOn(page)) {
    const made = control(settings);
    if ('components' in made) {
      closeRow();
      rows.push(made);
    } else buttons.push(made);
  }
  closeRow();
  return rows;
};

const pageButtons = (present: Page): Row =>
  row(
    ...Object.entries(PAGES).map(([page, label]) =>
      button(customId('settings-page', page), label, {
        style: page === present ? 'primary' : 'secondary',
        disabled: page === present,
      }),
    ),
    button(customId('settings-check', 'all'), 'Check permissions'),
  );

/** The panel in which admins see and change what their server decides. */
export const settingsPanel = (settings: Settings, page: Page): MessageBody => {
  const lines = settingsOn(page).map(({ name, show }) => `**${name}**: ${show(settings)}`);
  return {
    embeds: [
      { title: `Settings · ${PAGES[page]}`, description: [...lines, '', `-# ${NOTES[page]}`].join('\n') },
    ],
    components: [...controlRows(settings, page), pageButtons(page)],
  };
};

import type { APIButtonComponent } from 'discord-api-types/v10';
import { button, row, type Row } from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import type { Settings } from '../../services/guilds/settings.ts';
import type { MessageBody } from '../framework/reply.ts';
import { PAGES, settingsOn, type Page } from './settings-table.ts';

const NOTES = {
  pictures: 'What a person chooses, in a command or in `/defaults`, goes before these defaults.',
  channels:
    'The log channel gets one line a job, and every change that admins make. Of private jobs it tells neither the prompt nor the picture.',
  people:
    'The language is that of cards and refusals. Days, as in limits, begin by the time zone. Those who can manage the server may always ask for pictures.',
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

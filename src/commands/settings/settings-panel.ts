import type { APIButtonComponent } from 'discord-api-types/v10';
import { button, row, type Row } from '../../messages/components.ts';
import { customId } from '../../messages/custom-id.ts';
import type { Settings } from '../../services/guilds/settings.ts';
import type { Words } from '../framework/language.ts';
import type { MessageBody } from '../framework/reply.ts';
import { PAGES, settingsOn, type Page } from './settings-table.ts';

/** The controls of a page, in rows: buttons that follow each other share one. */
const controlRows = (settings: Settings, page: Page, words: Words['settings']): Row[] => {
  const rows: Row[] = [];
  let buttons: APIButtonComponent[] = [];
  const closeRow = (): void => {
    if (buttons.length > 0) rows.push(row(...buttons));
    buttons = [];
  };
  for (const { control } of settingsOn(page)) {
    const made = control(settings, words);
    if ('components' in made) {
      closeRow();
      rows.push(made);
    } else buttons.push(made);
  }
  closeRow();
  return rows;
};

const pageButtons = (present: Page, { pages, check }: Words['settings']): Row =>
  row(
    ...PAGES.map((page) =>
      button(customId('settings-page', page), pages[page], {
        style: page === present ? 'primary' : 'secondary',
        disabled: page === present,
      }),
    ),
    button(customId('settings-check', 'all'), check),
  );

/** The panel in which admins see and change what their server decides. */
export const settingsPanel = (settings: Settings, page: Page, { settings: words }: Words): MessageBody => {
  const { notes, pages } = words;
  return {
    embeds: [{ title: words.title(pages[page]), description: notes[page] }],
    components: [...controlRows(settings, page, words), pageButtons(page, words)],
  };
};

/** What a tab or a browser remembers; where it may not remember anything, nothing is lost but comfort. */
const read = (storage: () => Storage, name: string): string | null => {
  try {
    return storage().getItem(name);
  } catch {
    return null;
  }
};

const write = (storage: () => Storage, name: string, value: string): void => {
  try {
    storage().setItem(name, value);
  } catch {
    return;
  }
};

export type Theme = 'dark' | 'light';

const browser = (): Storage => localStorage;
/** Each tab is a person of its own. */
const tab = (): Storage => sessionStorage;

export const readTheme = (): Theme => {
  const kept = read(browser, 'theme');
  if (kept === 'dark' || kept === 'light') return kept;
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
};

export const writeTheme = (theme: Theme): void => write(browser, 'theme', theme);

/** Who the tab was last; the address may say otherwise: `#/<user>/<channel>`. */
export const readPlace = (): { userId: string | null; channelId: string | null } => {
  const [, userId, channelId] = /^#\/(\d+)(?:\/(\d+))?/.exec(location.hash) ?? [];
  return { userId: userId ?? read(tab, 'user'), channelId: channelId ?? read(tab, 'channel') };
};

export const writePlace = (userId: string, channelId: string | null): void => {
  write(tab, 'user', userId);
  if (channelId !== null) write(tab, 'channel', channelId);
  history.replaceState(null, '', `#/${userId}${channelId === null ? '' : `/${channelId}`}`);
};

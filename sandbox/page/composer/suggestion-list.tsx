import { useEffect, useRef } from 'preact/hooks';

/** What a key does in a list that hangs over a text box; undefined: the key is the box's own. */
export const activeAfter = (key: string, active: number, count: number): number | undefined => {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return active <= 0 ? count - 1 : active - 1;
  return undefined;
};

interface ListEntry {
  key: string;
  label: string;
  description?: string | undefined;
  /** At the right: whose it is, or what kind it has. */
  aside?: string | undefined;
}

interface SuggestionListProps {
  id: string;
  title: string;
  entries: readonly ListEntry[];
  active: number;
  onPoint: (index: number) => void;
  onPick: (index: number) => void;
}

/** The list above the box; the focus stays in the box. */
export const SuggestionList = ({ id, title, entries, active, onPoint, onPick }: SuggestionListProps) => {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  if (entries.length === 0) return null;
  return (
    <div class="suggestions">
      <div class="suggestions-title" id={`${id}-title`}>
        {title}
      </div>
      <ul ref={list} id={id} role="listbox" aria-labelledby={`${id}-title`} tabIndex={0}>
        {entries.map((entry, index) => (
          <li
            key={entry.key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            class={index === active ? 'suggestion active' : 'suggestion'}
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={({ movementX, movementY }) => {
              // A list that appears under the pointer gets this event although nothing moved, and Enter would take that entry.
              if (movementX !== 0 || movementY !== 0) onPoint(index);
            }}
            onClick={() => onPick(index)}
          >
            <span class="suggestion-words">
              <span class="suggestion-label">{entry.label}</span>
              {entry.description !== undefined && <small>{entry.description}</small>}
            </span>
            {entry.aside !== undefined && <span class="suggestion-aside">{entry.aside}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
};

/** How many letters have to be added, left out or changed to make one text of the other. */
export const editsBetween = (one: string, other: string): number => {
  const letters = Array.from(other);
  let before = Array.from({ length: letters.length + 1 }, (_, index) => index);
  for (const [row, letter] of Array.from(one).entries()) {
    const now = [row + 1];
    for (const [column, its] of letters.entries())
      now.push(
        Math.min(
          (now[column] ?? 0) + 1,
          (before[column + 1] ?? 0) + 1,
          (before[column] ?? 0) + (letter === its ? 0 : 1),
        ),
      );
    before = now;
  }
  return before[letters.length] ?? 0;
};

/** What may have been meant by a short text: the choice that takes the fewest edits, if that is less than half of it. */
export const nearest = (text: string, choices: readonly string[]): string | undefined => {
  const [best] = choices
    .map((choice) => ({ choice, edits: editsBetween(text, choice) }))
    .sort((a, b) => a.edits - b.edits);
  return best && best.edits * 2 < text.length ? best.choice : undefined;
};

/** No picture that a person attaches to a message is larger than this. */
const MAX_REFERENCE_BYTES = 32 * 1024 * 1024;
const READ_TIMEOUT_MS = 10_000;

/** A reference picture could not be read. */
class UnreadableReferenceError extends Error {
  override readonly name = 'UnreadableReferenceError';
}

/** Reads a reference picture over HTTP. Throws a UnreadableReferenceError, or fetch's own error. */
export const loadReference = async (url: string): Promise<Buffer> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(READ_TIMEOUT_MS) });
  const picture = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new UnreadableReferenceError(`status ${response.status}`);
  if (picture.length > MAX_REFERENCE_BYTES)
    throw new UnreadableReferenceError(`${picture.length} bytes are too many`);
  return picture;
};

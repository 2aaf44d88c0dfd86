const PASSING: readonly number[] = [409, 423, 425, 429];
const REQUEST_TIMEOUT = 408;
/** nginx: the client went away, which a gateway says once it has passed the request on. */
const CLIENT_CLOSED_REQUEST = 499;

/** Whether the same request may succeed later, and this one did nothing: https://www.rfc-editor.org/rfc/rfc9110#section-15.5 */
export const isPassing = (status: number): boolean => PASSING.includes(status);

/** Whether it isn't known what became of the request: it failed on its way, or behind a gateway. */
export const isUnclear = (status: number): boolean =>
  status >= 500 || status === REQUEST_TIMEOUT || status === CLIENT_CLOSED_REQUEST;

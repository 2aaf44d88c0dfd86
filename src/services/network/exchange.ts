import type { Dispatcher } from 'undici';

/** Is told how an exchange goes on. Whatever one of these throws ends it. */
export interface ExchangeListener {
  /** Called when there is a connection, just before the first byte leaves. */
  onSending?: () => void;
  onAnswer: (status: number, headers: AnswerHeaders) => void;
  onPiece: (piece: Buffer) => void;
}

const FIRST_FINAL_STATUS = 200;

/** A byte of a header is a character: https://www.rfc-editor.org/rfc/rfc9110#section-5.5 */
const textOf = (bytes: Buffer | undefined): string => bytes?.toString('latin1') ?? '';

/** An answer's headers. They become text when somebody reads them, since most are read by nobody. */
export class AnswerHeaders {
  readonly #raw: readonly Buffer[];

  /** @param raw names and values in turn. */
  constructor(raw: readonly Buffer[]) {
    this.#raw = raw;
  }

  /** The first one with a name, in small letters. */
  get(name: string): string | undefined {
    const isNamed = (bytes: Buffer, index: number) =>
      index % 2 === 0 && bytes.length === name.length && textOf(bytes).toLowerCase() === name;
    const index = this.#raw.findIndex(isNamed);
    return index < 0 ? undefined : textOf(this.#raw[index + 1]);
  }

  /** Those with a name that matches, in their order. */
  matching(pattern: RegExp): [name: string, value: string][] {
    const found: [name: string, value: string][] = [];
    for (let index = 0; index < this.#raw.length; index += 2) {
      const name = textOf(this.#raw[index]);
      if (pattern.test(name)) found.push([name, textOf(this.#raw[index + 1])]);
    }
    return found;
  }
}

/**
 * One request and its answer, without the stream and the signals of undici's own `request`: for a small answer they take longer
 * than everything else. https://github.com/nodejs/undici/blob/v6.x/docs/docs/api/Dispatcher.md#parameter-dispatchhandler
 */
export class Exchange implements Dispatcher.DispatchHandlers {
  /** Resolves with the end of the answer; rejects with what ended the exchange before that. */
  readonly ended: Promise<void>;
  readonly #listener: ExchangeListener;
  #resolve!: () => void;
  #reject!: (error: Error) => void;
  #abort: ((error: Error) => void) | undefined;
  #givenUp: Error | undefined;

  constructor(dispatcher: Dispatcher, request: Dispatcher.DispatchOptions, listener: ExchangeListener) {
    this.#listener = listener;
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    dispatcher.dispatch(request, this);
  }

  /** Ends the exchange. Closes its connection unless the answer has been read. */
  giveUp(error: Error): void {
    this.#givenUp = error;
    this.#abort?.(error);
    this.#reject(error);
  }

  onConnect(abort: (error?: Error) => void): void {
    this.#abort = abort;
    // What waits for a connection can't be taken back; once it has one, this keeps it from being written.
    if (this.#givenUp) abort(this.#givenUp);
    else this.#listener.onSending?.();
  }

  onHeaders(status: number, headers: readonly Buffer[]): boolean {
    if (status < FIRST_FINAL_STATUS) return true;
    this.#listener.onAnswer(status, new AnswerHeaders(headers));
    return true;
  }

  onData(piece: Buffer): boolean {
    this.#listener.onPiece(piece);
    return true;
  }

  onComplete(): void {
    this.#resolve();
  }

  onError(error: Error): void {
    this.#reject(error);
  }
}

import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A client's connection, and ours to the server. */
interface Line {
  client: Socket;
  server: Socket;
  /** The client is not to see the next answer. */
  losesAnswer: boolean;
  /** It sees that the connection ended in its place. */
  endsInstead: boolean;
  /** It stands, and nothing comes through. */
  isForgotten: boolean;
  /** The client has asked for a lease on it. */
  isLease: boolean;
}

/** As poolers say it: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const ENDED_FIELDS = Buffer.from('SFATAL\0VFATAL\0C08P01\0Mserver conn crashed?\0\0');
const LENGTH_BYTES = 4;

const connectionEnded = (): Buffer => {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeInt32BE(LENGTH_BYTES + ENDED_FIELDS.length);
  return Buffer.concat([Buffer.from('E'), length, ENDED_FIELDS]);
};

/** Stands between a client and a server, and does what networks do. */
export class Proxy {
  readonly #target: { host: string; port: number };
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #refusing = false;
  /** How many connections were refused so far. */
  refusals = 0;
  #silent = false;
  #held = false;
  #answerBytesLeft = Number.POSITIVE_INFINITY;
  #losing: readonly string[] = [];
  #staysOpen = false;
  #delaying: readonly string[] = [];
  #isDelaying = false;
  #swallowing: readonly string[] = [];
  #ending: { parts: readonly string[]; times: number } = { parts: [], times: 0 };
  readonly #lines = new Set<Line>();
  #forgetsLeases = false;
  #hasAnswered = false;

  private constructor(target: { host: string; port: number }) {
    this.#target = target;
    this.#server = createServer((client) => {
      this.#forward(client);
    });
  }

  /** Starts one in front of the server that the URL names; it ends with the test. */
  static async inFrontOf(url: string, defaultPort: number): Promise<{ proxy: Proxy; url: string }> {
    const started = await Proxy.start(url, defaultPort);
    onTestFinished(() => {
      started.proxy.stop();
    });
    return started;
  }

  /** Starts one that lives until it is stopped. */
  static async start(url: string, defaultPort: number): Promise<{ proxy: Proxy; url: string }> {
    const target = new URL(url);
    const proxy = new Proxy({ host: target.hostname, port: Number(target.port || defaultPort) });
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    const address = proxy.#server.address();
    target.hostname = '127.0.0.1';
    target.port = String(typeof address === 'object' && address ? address.port : 0);
    return { proxy, url: target.href };
  }

  stop(): void {
    this.#server.close();
    this.breakAll();
  }

  breakAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** From now on new connections break at once; the present ones break too. */
  goDown(): void {
    this.#refusing = true;
    this.breakAll();
  }

  /** Whether an answer came through since it was there again. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  comeBack(): void {
    this.#hasAnswered = false;
    this.#refusing = false;
    this.#silent = false;
    this.#held = false;
    this.passOnAnswers();
  }

  /** From now on nothing comes through, on connections that stay open. */
  fallSilent(): void {
    this.#silent = true;
  }

  get isSilent(): boolean {
    return this.#silent;
  }

  /** From now on nothing comes through until it comes back; then all of it does, as after a cable was pulled for a while. */
  hold(): void {
    this.#held = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Breaks the connections once the server has answered that much more. */
  breakAfter(answerBytes: number): void {
    this.#answerBytesLeft = answerBytes;
  }

  /**
   * Passes on the next request that holds all these texts, and goes down when its answer comes: the request
   * was carried out, and the client never learns of it.
   */
  loseAnswerTo(...parts: string[]): void {
    this.#losing = parts;
    this.#staysOpen = false;
  }

  /** Like {@link loseAnswerTo}, but falls silent instead: who waits for the answer goes on waiting. */
  holdAnswerTo(...parts: string[]): void {
    this.#losing = parts;
    this.#staysOpen = true;
  }

  /**
   * Passes on the next requests that hold all these texts, and answers in the server's place that the connection to it has ended: each
   * was carried out.
   */
  endInsteadOfAnswering(times: number, ...parts: string[]): void {
    this.#ending = { parts, times };
  }

  /** Passes on the next request that holds all these texts; its answer, and what follows on that connection, comes when it is passed on. */
  delayAnswerTo(...parts: string[]): void {
    this.#delaying = parts;
  }

  /** Whether such a request came. */
  get isDelaying(): boolean {
    return this.#isDelaying;
  }

  passOnAnswers(): void {
    for (const socket of this.#sockets) socket.resume();
  }

  /** Breaks the connections that are leases; until it comes back there are no new ones. */
  breakLeases(): void {
    this.#refusing = true;
    for (const { isLease, client } of this.#lines) if (isLease) client.destroy();
  }

  /** Falls silent before the next request that holds all these texts: the server never gets it. */
  swallow(...parts: string[]): void {
    this.#swallowing = parts;
  }

  /** What is connected stands and leads nowhere, as after a firewall has forgotten it; new connections work. */
  forget(): void {
    for (const line of this.#lines) line.isForgotten = true;
  }

  /** The same of connections that are leases, present and new ones: their holders write on, and learn of nothing. */
  forgetLeases(): void {
    this.#forgetsLeases = true;
  }

  #forward(client: Socket): void {
    this.#keep(client);
    if (this.#refusing) {
      this.refusals += 1;
      client.destroy();
      return;
    }
    const server = connect(this.#target);
    this.#keep(server);
    const line: Line = {
      client,
      server,
      losesAnswer: false,
      endsInstead: false,
      isForgotten: false,
      isLease: false,
    };
    this.#lines.add(line);
    client.on('data', this.#pass.bind(this, line));
    server.on('data', this.#passBack.bind(this, line));
    client.on('close', () => {
      this.#lines.delete(line);
      server.destroy();
    });
    server.on('close', () => line.isForgotten || client.destroy());
  }

  #pass(line: Line, data: Buffer): void {
    const holds = (parts: readonly string[]) =>
      parts.length > 0 && parts.every((part) => data.includes(part));
    if (holds(this.#swallowing)) {
      this.#swallowing = [];
      this.fallSilent();
    }
    line.isLease ||= data.includes('idle_session_timeout');
    line.isForgotten ||= line.isLease && this.#forgetsLeases;
    if (this.#silent || line.isForgotten) return;
    line.losesAnswer ||= holds(this.#losing);
    if (holds(this.#delaying)) {
      this.#delaying = [];
      this.#isDelaying = true;
      line.server.pause();
    }
    if (this.#ending.times > 0 && holds(this.#ending.parts)) {
      this.#ending.times -= 1;
      line.endsInstead = true;
    }
    line.server.write(data);
  }

  #passBack(line: Line, data: Buffer): void {
    if (this.#silent || line.isForgotten) return;
    if (line.losesAnswer) {
      this.#losing = [];
      if (this.#staysOpen) this.fallSilent();
      else this.goDown();
      return;
    }
    if (line.endsInstead) {
      line.client.end(connectionEnded());
      return;
    }
    this.#answerBytesLeft -= data.length;
    if (this.#answerBytesLeft > 0) {
      line.client.write(data);
      this.#hasAnswered = true;
    } else this.#breakOnce();
  }

  #breakOnce(): void {
    this.#answerBytesLeft = Number.POSITIVE_INFINITY;
    this.breakAll();
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    if (this.#held) socket.pause();
    socket.on('close', () => this.#sockets.delete(socket));
    // A broken connection is what this is for.
    socket.on('error', () => undefined);
  }
}

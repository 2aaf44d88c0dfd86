import type { KnobBodies, KnobsView, TrafficEntry } from '../../demo/knobs-protocol.ts';
import { Store, useStore } from '../client/store.ts';
import { getJson, postJson } from '../client/user-side.ts';

/** As many lines as a person looks back over. */
const KEPT = 400;
const REFRESH_MS = 2_000;
/** Short enough to seem at once; a list that is drawn for each entry is slow. */
const BATCH_MS = 50;

export interface SandboxState {
  knobs: KnobsView | null;
  traffic: readonly TrafficEntry[];
  problem: string | null;
}

/** What stands behind the scenes: the page server's knobs and the traffic. */
class SandboxSide {
  readonly store = new Store<SandboxState>({ knobs: null, traffic: [], problem: null });
  #source: EventSource | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** What came since the list was drawn. */
  #arrived: TrafficEntry[] = [];

  refresh(): Promise<void> {
    return this.#ask(() => getJson('/sandbox/knobs'));
  }

  turn<Name extends keyof KnobBodies>(name: Name, body: KnobBodies[Name]): Promise<void> {
    return this.#ask(() => postJson(`/sandbox/${name}`, body));
  }

  /** Follows the traffic and the knobs while the drawer is open. */
  open(): void {
    this.store.set({ traffic: [] });
    this.#source = new EventSource('/sandbox/traffic');
    this.#source.onmessage = ({ data }) => {
      this.#arrived.push(JSON.parse(String(data)) as TrafficEntry);
      if (this.#arrived.length === 1) setTimeout(() => this.#takeArrived(), BATCH_MS);
    };
    this.#timer = setInterval(() => void this.refresh(), REFRESH_MS);
  }

  close(): void {
    this.#source?.close();
    clearInterval(this.#timer);
  }

  clearTraffic(): void {
    this.store.set({ traffic: [] });
  }

  #takeArrived(): void {
    const arrived = this.#arrived.splice(0);
    this.store.update((state) => ({ ...state, traffic: [...state.traffic, ...arrived].slice(-KEPT) }));
  }

  async #ask(request: () => Promise<KnobsView>): Promise<void> {
    try {
      this.store.set({ knobs: await request(), problem: null });
    } catch (error) {
      this.store.set({ problem: error instanceof Error ? error.message : String(error) });
    }
  }
}

/** The sandbox around this page. */
export const sandbox = new SandboxSide();

/** How the knobs stand, once that is known. */
export const useKnobsView = (): KnobsView | null => useStore(sandbox.store).knobs;

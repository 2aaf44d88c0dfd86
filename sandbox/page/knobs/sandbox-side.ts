import type { KnobBodies, KnobsView, TrafficEntry } from '../../demo/knobs-protocol.ts';
import { Store, useStore } from '../client/store.ts';
import { getJson, postJson } from '../client/user-side.ts';

/** As many lines as a person looks back over. */
const KEPT = 400;
const REFRESH_MS = 2_000;

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
      const entry = JSON.parse(String(data)) as TrafficEntry;
      this.store.update((state) => ({ ...state, traffic: [...state.traffic, entry].slice(-KEPT) }));
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

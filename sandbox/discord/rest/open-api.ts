import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** Where the published document is stricter than Discord is. */
const EXCEPTIONS = [
  // Codes of form errors are words: docs.discord.com/developers/reference#error-messages
  /^answer 4\d\d .* body\/errors/,
  // The code is optional: docs.discord.com/developers/topics/rate-limits#exceeding-a-rate-limit
  /^answer 429 .* required property 'code'$/,
  // Bit sets travel as text: docs.discord.com/developers/topics/permissions
  /^body of .*\/default_member_permissions must be integer,null$/,
];

const HTTP_OK = 200;
/** They take half a second to compile. Meanwhile an answer would be late, or a lease that was just taken. */
const COMPILED_EARLY = [
  ['POST', '/interactions/{interaction_id}/{interaction_token}/callback'],
  ['PUT', '/applications/{application_id}/commands'],
  ['GET', '/applications/{application_id}/commands'],
] as const;

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pointerStep = (text: string): string => text.replaceAll('~', '~0').replaceAll('/', '~1');

/** One form for `:name` and `{name}`. */
const shapeOf = (path: string): string => path.replaceAll(/:[a-z]+|\{[a-z_]+\}/g, '*');

/** Holds requests and answers against Discord's published description of its REST API. */
export class OpenApi {
  readonly #document: Json;
  readonly #ajv: Ajv2020;
  readonly #paths: Map<string, string>;
  readonly #validators = new Map<string, ValidateFunction | undefined>();

  constructor(document: Json) {
    this.#document = document;
    this.#ajv = new Ajv2020({
      ...{ strict: false, allErrors: true, validateSchema: false, logger: false },
      // A copy of a schema at each reference makes functions that take twice as long.
      inlineRefs: false,
    });
    formats.default(this.#ajv);
    // New files are numbered from 0 where ids stand.
    this.#ajv.addFormat('snowflake', /^\d{1,20}$/);
    this.#ajv.addFormat('nonce', true);
    this.#ajv.addSchema(document, 'discord');
    this.#paths = new Map(
      Object.keys(isObject(document['paths']) ? document['paths'] : {}).map((path) => [shapeOf(path), path]),
    );
  }

  #lookUp(pointer: readonly string[]): { value: unknown; pointer: readonly string[] } {
    let value: unknown = this.#document;
    for (const step of pointer) value = isObject(value) ? value[step] : undefined;
    const reference = isObject(value) ? value['$ref'] : undefined;
    if (typeof reference !== 'string') return { value, pointer };
    return this.#lookUp(reference.slice(2).split('/'));
  }

  #validator(pointer: readonly string[]): ValidateFunction | undefined {
    const key = pointer.join('\n');
    if (!this.#validators.has(key)) {
      const content = this.#lookUp(pointer);
      const full = [...content.pointer, 'content', 'application/json', 'schema'];
      const exists = this.#lookUp(full).value !== undefined;
      const reference = `discord#/${full.map(pointerStep).map(encodeURIComponent).join('/')}`;
      this.#validators.set(key, exists ? this.#ajv.compile({ $ref: reference }) : undefined);
    }
    return this.#validators.get(key);
  }

  #check(what: string, pointer: readonly string[], value: unknown): string | undefined {
    const validate = this.#validator(pointer);
    if (!validate || validate(value)) return undefined;
    const problems = (validate.errors ?? [])
      .map(({ instancePath, message }) => `${what}: body${instancePath} ${message ?? ''}`)
      .filter((problem) => !EXCEPTIONS.some((exception) => exception.test(problem)));
    return problems.length === 0 ? undefined : problems.join('; ');
  }

  #operation(method: string, route: string): readonly string[] | undefined {
    const path = this.#paths.get(shapeOf(route));
    return path === undefined ? undefined : ['paths', path, method.toLowerCase()];
  }

  /** What is wrong with a request body; undefined when nothing is, or the document does not know the route. */
  checkRequest(method: string, route: string, body: unknown): string | undefined {
    const operation = this.#operation(method, route);
    if (!operation || body === undefined) return undefined;
    return this.#check(`body of ${method} ${route}`, [...operation, 'requestBody'], body);
  }

  /** The same for an answer. */
  checkAnswer(method: string, route: string, status: number, body: unknown): string | undefined {
    const operation = this.#operation(method, route);
    if (!operation || body === undefined) return undefined;
    const exact = [...operation, 'responses', String(status)];
    const known = this.#lookUp(exact).value !== undefined;
    const pointer = known ? exact : [...operation, 'responses', `${String(Math.floor(status / 100))}XX`];
    return this.#check(`answer ${status} to ${method} ${route}`, pointer, body);
  }

  /** Compiles what requests and answers of a route are held against, before anybody waits for one. */
  prepare(method: string, route: string): void {
    this.checkRequest(method, route, {});
    this.checkAnswer(method, route, HTTP_OK, {});
  }
}

/** Compiling a route's schema takes much longer than using it, so those who hold the same document share one. */
const compiled = new WeakMap<Json, OpenApi>();

/** What holds requests and answers against this document. */
export const openApiOf = (document: Json): OpenApi => {
  const known = compiled.get(document);
  if (known) return known;
  const openApi = new OpenApi(document);
  for (const [method, route] of COMPILED_EARLY) openApi.prepare(method, route);
  compiled.set(document, openApi);
  return openApi;
};

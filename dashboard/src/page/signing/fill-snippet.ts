/**
 * Puts the addresses of the project and the endpoint's id into a snippet, so that it runs as it is
 * copied. What is put in comes from this service and is still held to characters that need no
 * escape in any of the languages. Pure.
 */

export interface SnippetFacts {
  /** The address of the service, without a trailing slash. */
  readonly base: string;
  readonly project: string;
  /** Null: the reader fills in their own. */
  readonly endpointId: string | null;
}

const ID = /^[A-Za-z0-9_-]+$/;
const BASE = /^https?:\/\/[A-Za-z0-9._~:/[\]-]+$/;
const OWN_ENDPOINT = 'ep_your_endpoint';

/** What stands in the README of a package: Node's reads the address from its environment. */
const EXAMPLE_ADDRESS = 'https://ringpost.example.com/v1/projects/prj_1/.well-known/jwks.json';
const EXAMPLE_VARIABLE = "process.env.RINGPOST_JWKS_URL ?? ''";
const EXAMPLE_ENDPOINT = /\bep_0?1\b/g;

export function fillSnippet(text: string, facts: SnippetFacts): string {
  const { address, named, endpoint } = checked(facts);
  return text
    .replaceAll('__JWKS_URL__', jwksUrl(address, named))
    .replaceAll('__KEYS_URL__', `${address}/v1/projects/${named}/signing-keys`)
    .replaceAll('__ENDPOINT_ID__', endpoint);
}

/** The same for the five lines of a package. */
export function fillPackage(text: string, facts: SnippetFacts): string {
  const { address, named, endpoint } = checked(facts);
  const keys = jwksUrl(address, named);
  return text
    .replaceAll(EXAMPLE_ADDRESS, keys)
    .replaceAll(EXAMPLE_VARIABLE, `'${keys}'`)
    .replaceAll(EXAMPLE_ENDPOINT, endpoint);
}

function checked({ base, project, endpointId }: SnippetFacts) {
  return {
    address: BASE.test(base) ? base : 'https://ringpost.example.com',
    named: ID.test(project) ? project : 'prj_your_project',
    endpoint: endpointId !== null && ID.test(endpointId) ? endpointId : OWN_ENDPOINT,
  };
}

export function jwksUrl(base: string, project: string): string {
  return `${base}/v1/projects/${project}/.well-known/jwks.json`;
}

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

export function fillSnippet(text: string, { base, project, endpointId }: SnippetFacts): string {
  const address = BASE.test(base) ? base : 'https://ringpost.example.com';
  const named = ID.test(project) ? project : 'prj_your_project';
  const endpoint = endpointId !== null && ID.test(endpointId) ? endpointId : OWN_ENDPOINT;
  return text
    .replaceAll('__JWKS_URL__', jwksUrl(address, named))
    .replaceAll('__KEYS_URL__', `${address}/v1/projects/${named}/signing-keys`)
    .replaceAll('__ENDPOINT_ID__', endpoint);
}

export function jwksUrl(base: string, project: string): string {
  return `${base}/v1/projects/${project}/.well-known/jwks.json`;
}

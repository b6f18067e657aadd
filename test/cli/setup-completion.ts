/** Makes the first owner by the token of a link, as the setup page does. */
export const EMAIL = 'kim@example.com';
export const PASSWORD = 'correct horse battery staple';
export const LINK = /(http:\/\/\S+\/setup)#token=([\w-]{43})/;

/** An empty key counts as none: then the start prints the link. */
export const WITHOUT_KEY = { RINGPOST_API_KEY: '' };

export function complete(url: string, token: string): Promise<Response> {
  return fetch(`${url}/v1/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, email: EMAIL, name: 'Kim', password: PASSWORD }),
  });
}

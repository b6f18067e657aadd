/** Each sample of a proxy once; `proxy.proof.ts` tests them with the service at another path. */
import { CADDY, NGINX, testSample } from './proxied.ts';

testSample(NGINX, '');
testSample(CADDY, '/ringpost');

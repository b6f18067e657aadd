/** Each sample of a proxy once; `proxy.proof.ts` has them where the service is elsewhere. */
import { CADDY, NGINX, testSample } from './proxied.ts';

testSample(NGINX, '');
testSample(CADDY, '/ringpost');

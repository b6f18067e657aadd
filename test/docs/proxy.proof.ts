/** The samples of proxies, with the service at the other path than in `proxy.test.ts`. */
import { CADDY, NGINX, testSample } from './proxied.ts';

testSample(NGINX, '/ringpost');
testSample(CADDY, '');

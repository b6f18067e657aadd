/** A program: unpacks the Chromium from npm into the folder that TMPDIR names. */
import packed from '@sparticuz/chromium';

await packed.executablePath();

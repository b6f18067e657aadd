/**
 * Composes alerts: the watch that finds them, the notifier that tells them, the look at
 * certificates, and the service for operators. They run in every process; of several, the one that
 * has the turn works.
 */
import { randomUUID } from 'node:crypto';
import type { Settings } from '../config/settings.ts';
import { createAlertService } from '../engine/alert/alert-service.ts';
import { type AlertWatch, createAlertWatch } from '../engine/alert/alert-watch.ts';
import { createCertificateWatch } from '../engine/alert/certificate-watch.ts';
import { createNotifier, type Notifier, type NotifierParts } from '../engine/alert/notifier.ts';
import type { AddressProbe } from '../engine/ports/address-probe.ts';
import type { Store } from '../engine/ports/store.ts';
import { freeBytesOf } from '../system/disk-room.ts';
import type { OpenedMail } from './open-mail.ts';

export type AlertParts = Omit<NotifierParts, 'store' | 'holder' | 'hasTurn' | 'letters'> & {
  readonly mail: Pick<OpenedMail, 'letters'>;
  readonly store: Store;
  readonly probeAddress: AddressProbe;
};

export function openAlerts(
  { databaseUrl, dataDir, publicUrl, alertEveryMs }: Settings,
  parts: AlertParts,
) {
  const { store, clock, emit, mail, probeAddress } = parts;
  const { letters } = mail;
  const holder = randomUUID();
  const alone = databaseUrl === null;
  const watch: AlertWatch = createAlertWatch({
    store,
    clock,
    emit,
    holder,
    alone,
    everyMs: alertEveryMs,
    freeBytes: alone ? () => freeBytesOf(dataDir) : null,
    mails: letters !== null,
    publicUrl,
    onTold: () => notifier.wake(),
  });
  const hasTurn = () => watch.hasTurn();
  const notifier: Notifier = createNotifier({ ...parts, letters, holder, hasTurn });
  const certificates = createCertificateWatch({
    store,
    probe: probeAddress,
    clock,
    emit,
    hasTurn,
  });
  const loops = [watch, notifier, certificates];
  return {
    service: createAlertService({ store, clock }),
    open: () => watch.open(),
    start: () => {
      for (const loop of loops) loop.start();
    },
    stop: () => Promise.all(loops.map((loop) => loop.stop())),
  };
}

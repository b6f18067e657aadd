/**
 * An ingest adapter on the wire (S12.27): what people need to know to connect its platform. The
 * facts are the adapter's own (`about`), so a new adapter is listed by being there.
 */
import type { Static } from 'typebox';
import { type IngestAdapter, SECRET_FORMS } from '../../engine/ports/ingest-adapter.ts';
import { nullable, oneOf, pageOf, strictObject, Type } from './shared.ts';

export const SourceAdapterRecord = strictObject(
  {
    name: Type.String({
      description: 'What a source has as `adapter`',
      examples: ['telnyx'],
    }),
    title: Type.String({ description: 'As the platform writes its name', examples: ['Telnyx'] }),
    methods: Type.Array(oneOf(['POST', 'GET', 'HEAD']), {
      description: 'By which the platform calls the address',
    }),
    contentTypes: Type.Array(Type.String(), { description: 'Of the bodies that it sends' }),
    bodyBytesMax: Type.Integer({ minimum: 1, description: 'The largest body that is taken' }),
    signature: Type.String({
      description: 'What is signed and how',
      examples: ['Ed25519 over the time and the body'],
    }),
    signsAddress: Type.Boolean({
      description:
        'Whether the signature covers the address, so that `url` or `publicUrl` of the source ' +
        'must be the one that the platform has, to the letter',
    }),
    windowSeconds: nullable(
      Type.Integer({
        minimum: 1,
        description: "How far a signed time may be from the service's clock; null: none is signed",
      }),
    ),
    secretFrom: oneOf(['platform', 'operator'], {
      description:
        'Who makes the secret: the platform shows it, or you choose it and enter it there',
    }),
    secret: Type.String({ description: 'Which secret it is, and where the platform has it' }),
    secretForm: oneOf(SECRET_FORMS, {
      description:
        'What its text must be: base64 of the key, a public key (Ed25519, in base64 or PEM), or ' +
        'user:password; settings of a source may say more',
    }),
    address: Type.String({ description: 'Where the platform takes the address of the source' }),
    events: Type.String({ description: 'What the platform says of a call' }),
    callLogs: Type.Boolean({
      description: 'Whether it sends transcripts, which become call logs',
    }),
    settings: nullable(
      Type.Record(Type.String(), Type.Any(), {
        description: 'An example of the `settings` that its sources take; null: they take none',
      }),
    ),
    settingsRequired: Type.Boolean({
      description: 'Whether a source needs settings; if not, the example is of a special case',
    }),
    guide: Type.String({
      description: 'The guide in the documentation',
      examples: ['docs/guides/ingest-from-telnyx.md'],
    }),
  },
  { title: 'SourceAdapter' },
);
export const SourceAdapterPage = pageOf(SourceAdapterRecord, 'SourceAdapterPage');

export function showSourceAdapter(adapter: IngestAdapter): Static<typeof SourceAdapterRecord> {
  const { name, about, methods, contentTypes, bodyBytesMax, signsAddress, windowMs } = adapter;
  return {
    name,
    title: about.title,
    methods: [...methods],
    contentTypes: [...contentTypes],
    bodyBytesMax,
    signature: about.signature,
    signsAddress,
    windowSeconds: windowMs === null ? null : windowMs / 1_000,
    secretFrom: about.secret.from,
    secret: about.secret.where,
    secretForm: about.secret.form,
    address: about.address,
    events: about.events,
    callLogs: about.callLogs,
    settings: about.settings === null ? null : { ...about.settings },
    settingsRequired: (adapter.settingsFaults?.(null) ?? []).length > 0,
    guide: `docs/guides/${about.guide}`,
  };
}

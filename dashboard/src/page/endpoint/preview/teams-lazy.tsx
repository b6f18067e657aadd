/**
 * Loads the renderer of Adaptive Cards only where a card is shown. Whatever goes wrong with it, the
 * exact bytes stay one click away.
 */
import { Component, lazy, type ReactNode, Suspense } from 'react';
import { useText } from '../../../i18n/words.ts';

const Card = lazy(async () => ({ default: (await import('./teams-preview.tsx')).TeamsCard }));

export function TeamsPreview({ body }: { readonly body: string }) {
  const t = useText('preview');
  return (
    <Guard key={body} fallback={<p className="quiet">{t.teamsFailed}</p>}>
      <Suspense fallback={<p className="quiet">{t.teamsLoading}</p>}>
        <Card body={body} />
      </Suspense>
    </Guard>
  );
}

interface GuardProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

class Guard extends Component<GuardProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

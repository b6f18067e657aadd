/**
 * One named fact of a `<dl class="facts">`. Long values break anywhere: an id has no place of its
 * own for that.
 */
import type { ReactNode } from 'react';

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="wrap">{children}</dd>
    </div>
  );
}

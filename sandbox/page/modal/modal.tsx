import { useLayoutEffect, useState } from 'preact/hooks';
import type { Modal } from '../../discord/user-side/protocol.ts';
import { displayName } from '../client/client-state.ts';
import { client, useSnapshot } from '../client/client.ts';
import { Avatar } from '../look/avatar.tsx';
import { IconButton, Press } from '../look/icons.tsx';
import { Dots } from '../messages/button.tsx';
import { TextDisplay } from '../messages/components.tsx';
import { useDialog } from '../shell/menu.tsx';
import { ModalField } from './field.tsx';
import { type FieldValue, firstValue, type ModalPart, partsOf, problemOf, submission } from './values.ts';
import { say } from '../language/language.ts';

type Values = Record<string, FieldValue>;

const fieldsOf = (parts: readonly ModalPart[]) =>
  parts.flatMap((part) => (part.kind === 'field' ? [part.field] : []));

const firstValues = (parts: readonly ModalPart[]): Values =>
  Object.fromEntries(fieldsOf(parts).map((field) => [field.custom_id ?? '', firstValue(field)]));

/** What the person has filled in, and how sending it goes. */
const useForm = (parts: readonly ModalPart[]) => {
  const [values, setValues] = useState<Values>(() => firstValues(parts));
  const [wasTried, setTried] = useState(false);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const problems = fieldsOf(parts).map((field) => problemOf(field, values[field.custom_id ?? ''] ?? ''));
  const submit = async (): Promise<void> => {
    setTried(true);
    if (isSending || problems.some((problem) => problem !== undefined)) return;
    setSending(true);
    const { fields, files } = submission(values);
    const reason = await client.submitModal(fields, files);
    setSending(false);
    setFailure(reason);
  };
  return { values, setValues, wasTried, isSending, failure, submit };
};

const Parts = ({ parts, form }: { parts: readonly ModalPart[]; form: ReturnType<typeof useForm> }) => {
  const { values, setValues, wasTried } = form;
  return (
    <>
      {parts.map((part, index) => {
        if (part.kind === 'text') return <TextDisplay key={index} text={part.text} />;
        const name = part.field.custom_id ?? '';
        const value = values[name] ?? '';
        return (
          <ModalField
            key={name}
            {...part}
            value={value}
            problem={wasTried ? problemOf(part.field, value) : undefined}
            onValue={(next) => setValues({ ...values, [name]: next })}
          />
        );
      })}
    </>
  );
};

const Foot = ({ form, onClose }: { form: ReturnType<typeof useForm>; onClose: () => void }) => (
  <footer>
    <div role="alert">{form.failure !== undefined && <div class="failure">{form.failure}</div>}</div>
    <Press class="button secondary" onClick={onClose}>
      {say('Cancel')}
    </Press>
    <button
      type="submit"
      class={`button primary${form.isSending ? ' waiting' : ''}`}
      disabled={form.isSending}
    >
      <span class="button-words">{say('Submit')}</span>
      {form.isSending && <Dots />}
    </button>
  </footer>
);

const Head = ({ title, onClose }: { title: string; onClose: () => void }) => (
  <header>
    <Avatar user={useSnapshot().application} size={32} />
    <h2>{title}</h2>
    <IconButton icon="close" label={say('Close')} onPress={onClose} />
  </header>
);

/** The modal that an app opened. */
export const ModalDialog = ({ modal }: { modal: Modal }) => {
  const { application } = useSnapshot();
  const dialog = useDialog();
  const [parts] = useState(() => partsOf(modal.components));
  const form = useForm(parts);
  useLayoutEffect(() => {
    dialog.current?.querySelector<HTMLElement>('.field :is(input, textarea, button)')?.focus();
  }, []);
  const close = client.closeModal.bind(client);
  return (
    <dialog ref={dialog} class="modal" aria-label={modal.title} onClose={close}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
        onKeyDown={(event) => {
          // Among several fields Enter would send a form that is half filled in.
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement && fieldsOf(parts).length > 1)
            event.preventDefault();
        }}
      >
        <Head title={modal.title} onClose={close} />
        <div class="modal-body">
          <Parts parts={parts} form={form} />
          <p class="modal-warning">
            {say(
              'This form will be submitted to {}. Do not share passwords or other sensitive information.',
              displayName(application),
            )}
          </p>
        </div>
        <Foot form={form} onClose={close} />
      </form>
    </dialog>
  );
};

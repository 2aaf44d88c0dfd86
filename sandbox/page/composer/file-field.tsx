import { useEffect, useState } from 'preact/hooks';
import { filesOf, sizeText, takingPicked } from '../client/files.ts';
import { Icon, Press } from '../look/icons.tsx';
import { say } from '../language/language.ts';

/** A preview address for a picture, given back when it is no longer shown. */
const usePreview = (file: File | undefined): string | undefined => {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return undefined;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(undefined);
    };
  }, [file]);
  return address;
};

/** A file that was picked and can be taken back. */
export const PickedFile = ({ file, onRemove }: { file: File; onRemove: () => void }) => {
  const preview = usePreview(file);
  return (
    <div class="picked-file">
      {preview === undefined ? <Icon name="file" size={32} /> : <img src={preview} alt="" />}
      <span class="file-words">
        <span>{file.name}</span>
        <small>{sizeText(file.size)}</small>
      </span>
      <Press class="icon-button danger" aria-label={`Remove ${file.name}`} onClick={onRemove}>
        <Icon name="trash" size={18} />
      </Press>
    </div>
  );
};

interface DropFieldProps {
  label: string;
  multiple?: boolean;
  accept?: readonly string[] | undefined;
  onFiles: (files: File[]) => void;
}

/** Takes files by picker, by drop and by paste. */
export const DropField = ({ label, multiple = false, accept, onFiles }: DropFieldProps) => {
  const take = (files: readonly File[]): void => {
    if (files.length > 0) onFiles(multiple ? [...files] : files.slice(0, 1));
  };
  return (
    <div
      class="drop-field"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        take(filesOf(event.dataTransfer));
      }}
      onPaste={(event) => take(filesOf(event.clipboardData))}
    >
      <input
        type="file"
        aria-label={label}
        multiple={multiple}
        accept={accept?.join(',')}
        onChange={takingPicked(take)}
      />
      <Icon name="picture" size={18} /> <span>{say('Drop, paste or pick a file')}</span>
    </div>
  );
};

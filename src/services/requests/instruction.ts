import { normalized } from '../../lib/text.ts';

/**
 * Verbs that ask for a picture, in all languages together. A language that isn't here loses nothing but two words in front; what
 * is a noun or an adjective in another language is left out.
 */
const VERBS = [
  'draw|generate|create|make|depict|illustrate|visualize|visualise|imagine',
  'zeichne|zeichnen|zeichnet|generiere|generieren|erstelle|erstellen|erzeuge|erzeugen|illustriere|illustrieren|entwirf',
  'dessine|dessiner|dessinez|génère|générer|générez|crée|créer|créez|peins|peindre|illustrer|illustrez|fais|réalise',
  'dibuja|dibujar|dibujad|dibújame|genera|generar|crea|crear|créame|pinta|pintar|ilustra|ilustrar|diseña|haz|hazme',
  'desenhe|desenha|desenhar|gerar|criar|pinte|faça|ilustre',
  'disegna|disegnare|disegnami|generare|creare|dipingi|illustrare|teken|maak|genereer|skapa|tegn',
  'narysuj|namaluj|stwórz|wygeneruj|nakresli|vytvoř|desenează|creează|rajzolj|készíts|piirrä|çiz|oluştur',
  'нарисуй|нарисуйте|изобрази|создай|создайте|сгенерируй|сделай|намалюй|створи|згенеруй|ζωγράφισε|σχεδίασε|δημιούργησε',
  'gambar|gambarkan|gambarlah|buat|buatkan|lukis|lukiskan|hasilkan|iguhit|gumawa|vẽ|tạo|ارسم|أنشئ|צייר|ציירי|बनाओ|बनाएं|बनाइए',
]
  .join('|')
  .split('|');
/** What prompts have as nouns, too, is a verb before what is to be made. */
const BEFORE_OBJECT =
  '(?:paint|sketch|render|design|produce|show|give) (?:an?|the|me|us|some|my|two|three)|(?:male?|mache?|gib|zeige?) (?:mir|uns|eine?n?|das|die|den)|(?:crie|gere) uma?';
/** In scripts without blanks, a verb stands anywhere. */
const ANYWHERE =
  /描いて|描く|描け|描き|かいて|作って|作成|生成|作画|绘制|繪製|绘画|画一|畫一|画个|畫個|画出|畫出|画只|创作|創作|设计|設計|그려|그리|만들어|생성|วาด|สร้าง/u;
const AS_WORD = new RegExp(
  String.raw`(?<![\p{L}\p{M}\p{N}])(?:${VERBS.join('|')}|${BEFORE_OBJECT})(?![\p{L}\p{M}\p{N}-])`,
  'u',
);

/** The prompt as the service wants it: with an instruction in front where it has none. */
export const asInstruction = (prompt: string): string => {
  const read = normalized(prompt, 'NFKC').toLowerCase();
  return AS_WORD.test(read) || ANYWHERE.test(read) ? prompt : `Draw: ${prompt}`;
};

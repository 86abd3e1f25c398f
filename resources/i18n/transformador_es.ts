<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es_ES">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Archivo</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>Abrir &amp;reciente</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Edición</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ver</translation>
    </message>
    <message>
        <source>Colour &amp;scale</source>
        <translation>Esc&amp;ala de color</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>C&amp;olores</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>T&amp;ema</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Idioma</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modelo</translation>
    </message>
    <message>
        <source>&amp;Preset</source>
        <translation>&amp;Modelo predefinido</translation>
    </message>
    <message>
        <source>Layer &amp;normalisation</source>
        <translation>&amp;Normalización por capas</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>A&amp;yuda</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>&amp;Nuevo</translation>
    </message>
    <message>
        <source>The first sentence and the small model again; undo brings the present state back</source>
        <translation>Vuelve a la primera frase y al modelo pequeño; al deshacer se recupera el estado actual</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>&amp;Abrir…</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Guardar</translation>
    </message>
    <message>
        <source>Everything that brings the same screen back, in one small file</source>
        <translation>Todo lo que devuelve esta misma pantalla, en un archivo pequeño</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Guardar &amp;como…</translation>
    </message>
    <message>
        <source>Export &amp;picture…</source>
        <translation>Exportar &amp;imagen…</translation>
    </message>
    <message>
        <source>PNG, or SVG and PDF with lines and text that can be edited</source>
        <translation>PNG, o SVG y PDF con líneas y texto que se pueden editar</translation>
    </message>
    <message>
        <source>Export n&amp;umbers…</source>
        <translation>Exportar nú&amp;meros…</translation>
    </message>
    <message>
        <source>CSV, JSON or NPZ</source>
        <translation>CSV, JSON o NPZ</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Salir</translation>
    </message>
    <message>
        <source>Work is saved by itself and is there again next time</source>
        <translation>El trabajo se guarda solo y la próxima vez sigue aquí</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Deshacer</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Rehacer</translation>
    </message>
    <message>
        <source>Copy &amp;picture</source>
        <translation>Copiar &amp;imagen</translation>
    </message>
    <message>
        <source>Copy &amp;numbers of this head</source>
        <translation>Copiar los &amp;números de esta cabeza</translation>
    </message>
    <message>
        <source>As a table that a spreadsheet can take</source>
        <translation>Como tabla que entiende una hoja de cálculo</translation>
    </message>
    <message>
        <source>Copy &amp;session</source>
        <translation>Copiar &amp;sesión</translation>
    </message>
    <message>
        <source>The whole state as text: paste it into a message, and someone else sees the same screen</source>
        <translation>Todo el estado como texto: pegado en un mensaje, otra persona ve la misma pantalla</translation>
    </message>
    <message>
        <source>P&amp;aste session</source>
        <translation>&amp;Pegar sesión</translation>
    </message>
    <message>
        <source>Copy as &amp;command</source>
        <translation>Copiar como &amp;orden</translation>
    </message>
    <message>
        <source>The command that prints the same numbers without a window</source>
        <translation>La orden que da los mismos números sin ventana</translation>
    </message>
    <message>
        <source>&amp;Heads</source>
        <translation>&amp;Cabezas</translation>
    </message>
    <message>
        <source>The maps of all heads, and one of them large</source>
        <translation>Los mapas de todas las cabezas, y uno de ellos en grande</translation>
    </message>
    <message>
        <source>Ta&amp;ble</source>
        <translation>&amp;Tabla</translation>
    </message>
    <message>
        <source>The numbers of one head, for reading and for screen readers</source>
        <translation>Los números de una cabeza, para leerlos y para lectores de pantalla</translation>
    </message>
    <message>
        <source>Claims about order, heads, cost, depth and reach, measured here</source>
        <translation>Afirmaciones sobre el orden, las cabezas, el coste, la profundidad y el alcance, medidas aquí</translation>
    </message>
    <message>
        <source>&amp;One for all heads, 0 to 1</source>
        <translation>&amp;Una para todas las cabezas, de 0 a 1</translation>
    </message>
    <message>
        <source>One &amp;per head</source>
        <translation>Una &amp;por cabeza</translation>
    </message>
    <message>
        <source>0 to the largest value of that head: heads cannot be compared by colour</source>
        <translation>De 0 al valor mayor de esa cabeza: las cabezas no se pueden comparar por el color</translation>
    </message>
    <message>
        <source>&amp;Logarithmic</source>
        <translation>&amp;Logarítmica</translation>
    </message>
    <message>
        <source>Makes small weights visible</source>
        <translation>Hace visibles los pesos pequeños</translation>
    </message>
    <message>
        <source>&amp;Ink</source>
        <translation>&amp;Tinta</translation>
    </message>
    <message>
        <source>The maps as they stand, as an image</source>
        <translation>Los mapas tal como están, como imagen</translation>
    </message>
    <message>
        <source>Sho&amp;w page</source>
        <translation>Mos&amp;trar página</translation>
    </message>
    <message>
        <source>Wei&amp;ghts</source>
        <translation>P&amp;esos</translation>
    </message>
    <message>
        <source>A session, a text as the sentence, or trained weights</source>
        <translation>Una sesión, un texto como frase o pesos entrenados</translation>
    </message>
    <message>
        <source>&amp;Lines</source>
        <translation>&amp;Líneas</translation>
    </message>
    <message>
        <source>Who looks at whom, as lines between the tokens</source>
        <translation>Quién mira a quién, con líneas entre los tokens</translation>
    </message>
    <message>
        <source>&amp;Intervene</source>
        <translation>&amp;Intervenir</translation>
    </message>
    <message>
        <source>Every head in numbers, and how to change what it does</source>
        <translation>Cada cabeza en números, y cómo cambiar lo que hace</translation>
    </message>
    <message>
        <source>Sta&amp;ges</source>
        <translation>&amp;Etapas</translation>
    </message>
    <message>
        <source>One head step by step: Q, K, V, scores, pattern, z</source>
        <translation>Una cabeza paso a paso: Q, K, V, puntuaciones, patrón, z</translation>
    </message>
    <message>
        <source>&amp;Arithmetic</source>
        <translation>&amp;Aritmética</translation>
    </message>
    <message>
        <source>Every step of one cell, with its numbers</source>
        <translation>Cada paso de una celda, con sus números</translation>
    </message>
    <message>
        <source>S&amp;tream</source>
        <translation>&amp;Flujo</translation>
    </message>
    <message>
        <source>What attention and the feed-forward network add to the residual stream</source>
        <translation>Lo que la atención y la red densa suman al flujo residual</translation>
    </message>
    <message>
        <source>&amp;Positions</source>
        <translation>&amp;Posiciones</translation>
    </message>
    <message>
        <source>How order gets into the model</source>
        <translation>Cómo entra el orden en el modelo</translation>
    </message>
    <message>
        <source>&amp;Experiments</source>
        <translation>E&amp;xperimentos</translation>
    </message>
    <message>
        <source>Trai&amp;ning</source>
        <translation>E&amp;ntrenamiento</translation>
    </message>
    <message>
        <source>Small models that learn side by side, with the norm here or there</source>
        <translation>Modelos pequeños que aprenden a la par, con la normalización en un sitio u otro</translation>
    </message>
    <message>
        <source>See&amp;ds</source>
        <translation>&amp;Semillas</translation>
    </message>
    <message>
        <source>The same head with other random weights</source>
        <translation>La misma cabeza con otros pesos aleatorios</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>C&amp;omparar</translation>
    </message>
    <message>
        <source>Two models or two sentences beside each other</source>
        <translation>Dos modelos o dos frases, uno al lado del otro</translation>
    </message>
    <message>
        <source>Chec&amp;k</source>
        <translation>Compro&amp;bar</translation>
    </message>
    <message>
        <source>Your own arrays beside what is computed here</source>
        <translation>Tus propias matrices junto a lo que se calcula aquí</translation>
    </message>
    <message>
        <source>0 is paper, 1 is ink</source>
        <translation>0 es papel, 1 es tinta</translation>
    </message>
    <message>
        <source>&amp;Viridis</source>
        <translation>&amp;Viridis</translation>
    </message>
    <message>
        <source>&amp;Cividis</source>
        <translation>&amp;Cividis</translation>
    </message>
    <message>
        <source>&amp;Grey</source>
        <translation>&amp;Gris</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>Como el &amp;sistema</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Claro</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Oscuro</translation>
    </message>
    <message>
        <source>As the s&amp;ystem</source>
        <translation>Como el s&amp;istema</translation>
    </message>
    <message>
        <source>Lar&amp;ger</source>
        <translation>&amp;Más grande</translation>
    </message>
    <message>
        <source>S&amp;maller</source>
        <translation>Más pe&amp;queño</translation>
    </message>
    <message>
        <source>&amp;Normal size</source>
        <translation>Tamaño &amp;normal</translation>
    </message>
    <message>
        <source>&amp;Presentation</source>
        <translation>&amp;Presentación</translation>
    </message>
    <message>
        <source>Type and lines for the back row</source>
        <translation>Letra y líneas para la última fila</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>Pantalla comp&amp;leta</translation>
    </message>
    <message>
        <source>Show &amp;architecture</source>
        <translation>Mostrar la arq&amp;uitectura</translation>
    </message>
    <message>
        <source>Show l&amp;edger</source>
        <translation>Mostrar las cuenta&amp;s</translation>
    </message>
    <message>
        <source>Go to the ne&amp;xt part of the window</source>
        <translation>Ir a la parte si&amp;guiente de la ventana</translation>
    </message>
    <message>
        <source>Sentence, architecture, heads, ledger, and the sentence again</source>
        <translation>Frase, arquitectura, cabezas, cuentas y otra vez la frase</translation>
    </message>
    <message>
        <source>&amp;Reduce motion</source>
        <translation>&amp;Reducir el movimiento</translation>
    </message>
    <message>
        <source>Nothing moves or flashes</source>
        <translation>Nada se mueve ni parpadea</translation>
    </message>
    <message>
        <source>&amp;Small: 4 blocks, width 64</source>
        <translation>&amp;Pequeño: 4 bloques, dimensión 64</translation>
    </message>
    <message>
        <source>&amp;Transformer, base model of 2017 (encoder)</source>
        <translation>&amp;Transformador, modelo base de 2017 (codificador)</translation>
    </message>
    <message>
        <source>&amp;GPT-2 small</source>
        <translation>&amp;GPT-2 small</translation>
    </message>
    <message>
        <source>&amp;BERT base</source>
        <translation>&amp;BERT base</translation>
    </message>
    <message>
        <source>&amp;Llama 3 8B (counting only)</source>
        <translation>&amp;Llama 3 8B (solo para contar)</translation>
    </message>
    <message>
        <source>Its parameters are counted; running it needs more memory than a desktop has</source>
        <translation>Se cuentan sus parámetros; calcular con él exige más memoria de la que tiene un ordenador de mesa</translation>
    </message>
    <message>
        <source>&amp;Before each sublayer</source>
        <translation>&amp;Delante de cada subcapa</translation>
    </message>
    <message>
        <source>&amp;After each sublayer</source>
        <translation>D&amp;etrás de cada subcapa</translation>
    </message>
    <message>
        <source>&amp;None</source>
        <translation>&amp;Ninguna</translation>
    </message>
    <message>
        <source>New random &amp;weights</source>
        <translation>Otros &amp;pesos aleatorios</translation>
    </message>
    <message>
        <source>The next seed</source>
        <translation>La semilla siguiente</translation>
    </message>
    <message>
        <source>Previous &amp;layer</source>
        <translation>Capa &amp;anterior</translation>
    </message>
    <message>
        <source>Next la&amp;yer</source>
        <translation>Capa &amp;siguiente</translation>
    </message>
    <message>
        <source>Previous &amp;head</source>
        <translation>Cabeza an&amp;terior</translation>
    </message>
    <message>
        <source>Next h&amp;ead</source>
        <translation>Cabeza si&amp;guiente</translation>
    </message>
    <message>
        <source>Show &amp;before the last change</source>
        <translation>&amp;Ver los mapas de antes del último cambio</translation>
    </message>
    <message>
        <source>The maps as they were; hold the key to look for a moment, outside a text field</source>
        <translation>Los mapas como eran; fuera de un campo de texto, mantener pulsada la tecla los muestra un momento</translation>
    </message>
    <message>
        <source>&amp;Cancel computation</source>
        <translation>&amp;Cancelar el cálculo</translation>
    </message>
    <message>
        <source>The last good result stays</source>
        <translation>El último resultado bueno se queda</translation>
    </message>
    <message>
        <source>&amp;Random, untrained</source>
        <translation>&amp;Aleatorios, sin entrenar</translation>
    </message>
    <message>
        <source>Constructed: &amp;previous token</source>
        <translation>Construidos: token an&amp;terior</translation>
    </message>
    <message>
        <source>Constructed: &amp;same word</source>
        <translation>Construidos: &amp;misma palabra</translation>
    </message>
    <message>
        <source>Constructed: &amp;first token</source>
        <translation>Construidos: &amp;primer token</translation>
    </message>
    <message>
        <source>Constructed: &amp;uniform</source>
        <translation>Construidos: &amp;uniforme</translation>
    </message>
    <message>
        <source>Constructed: &amp;nearer is more</source>
        <translation>Construidos: más &amp;cerca es más</translation>
    </message>
    <message>
        <source>Constructed: &amp;all five</source>
        <translation>Construidos: las cinc&amp;o</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>Atajos de &amp;teclado</translation>
    </message>
    <message>
        <source>Attention is not an &amp;explanation</source>
        <translation>La atención no es una e&amp;xplicación</translation>
    </message>
    <message>
        <source>&amp;Glossary</source>
        <translation>&amp;Glosario</translation>
    </message>
    <message>
        <source>&amp;Reset settings…</source>
        <translation>&amp;Restablecer los ajustes…</translation>
    </message>
    <message>
        <source>Theme, language, zoom and layout as on the first day; the old settings are kept as a file</source>
        <translation>Tema, idioma, tamaño y disposición como el primer día; los ajustes anteriores se conservan en un archivo</translation>
    </message>
    <message>
        <source>&amp;About</source>
        <translation>&amp;Acerca de Transformador</translation>
    </message>
</context>
<context>
    <name>ArchitecturePanel</name>
    <message>
        <source>Architecture</source>
        <translation>Arquitectura</translation>
    </message>
    <message>
        <source>What the symbols mean</source>
        <translation>Qué significan los símbolos</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Más</translation>
    </message>
    <message>
        <source>More switches</source>
        <translation>Más ajustes</translation>
    </message>
    <message>
        <source>Shows or hides the switches that are needed less often.</source>
        <translation>Muestra u oculta los ajustes que se necesitan menos.</translation>
    </message>
    <message>
        <source>Block diagram</source>
        <translation>Diagrama del bloque</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Modelo predefinido</translation>
    </message>
    <message>
        <source>Sets all switches at once to those of a known model.</source>
        <translation>Pone de una vez todos los ajustes de un modelo conocido.</translation>
    </message>
    <message>
        <source>own settings</source>
        <translation>ajustes propios</translation>
    </message>
    <message>
        <source>small</source>
        <translation>pequeño</translation>
    </message>
    <message>
        <source>Four blocks of width 64: opens at once and answers every keystroke.</source>
        <translation>Cuatro bloques de dimensión 64: se abre al instante y responde a cada tecla.</translation>
    </message>
    <message>
        <source>original base model</source>
        <translation>modelo base original</translation>
    </message>
    <message>
        <source>The encoder of “Attention Is All You Need”, 2017.</source>
        <translation>El codificador de «Attention Is All You Need», 2017.</translation>
    </message>
    <message>
        <source>Writes texts: causal mask, norm before each part, 124 million parameters.</source>
        <translation>Escribe textos: máscara causal, normalización delante de cada parte, 124 millones de parámetros.</translation>
    </message>
    <message>
        <source>Reads texts: no mask, norm after each part.</source>
        <translation>Lee textos: sin máscara, normalización detrás de cada parte.</translation>
    </message>
    <message>
        <source>Eight thousand million parameters: to be counted here, not run.</source>
        <translation>Ocho mil millones de parámetros: aquí se cuentan, pero no se calcula con ellos.</translation>
    </message>
    <message>
        <source>{model} (counting only)</source>
        <translation>{model} (solo contar)</translation>
    </message>
    <message>
        <source>Shown; press to fold it away.</source>
        <translation>A la vista; al pulsar se pliega.</translation>
    </message>
    <message>
        <source>Folded away; press to show it.</source>
        <translation>Plegado; al pulsar se muestra.</translation>
    </message>
    <message>
        <source>“{text}” is not a number.</source>
        <translation>«{text}» no es un número.</translation>
    </message>
    <message>
        <source>Common errors are chosen at: {settings}</source>
        <translation>Hay errores frecuentes elegidos en: {settings}</translation>
    </message>
</context>
<context>
    <name>Arithmetic</name>
    <message>
        <source>{n} more lines</source>
        <translation>{n} líneas más</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head} · “{query}” → “{key}”</source>
        <translation>Capa {layer}, cabeza {head} · «{query}» → «{key}»</translation>
    </message>
    <message>
        <source>Norm of the token</source>
        <translation>Norm. del token</translation>
    </message>
    <message>
        <source>Norm, query token</source>
        <translation>Norm., consulta</translation>
    </message>
    <message>
        <source>Norm, key token</source>
        <translation>Norm., clave</translation>
    </message>
    <message>
        <source>Position added</source>
        <translation>Posición sumada</translation>
    </message>
    <message>
        <source>Position, query token</source>
        <translation>Posición, consulta</translation>
    </message>
    <message>
        <source>Position, key token</source>
        <translation>Posición, clave</translation>
    </message>
    <message>
        <source>Divided by √{width}</source>
        <translation>Dividido entre √{width}</translation>
    </message>
    <message>
        <source>No skip connection</source>
        <translation>Sin conexión de salto</translation>
    </message>
    <message>
        <source>What the block reads</source>
        <translation>Lo que lee el bloque</translation>
    </message>
    <message>
        <source>Query row</source>
        <translation>Fila de la consulta</translation>
    </message>
    <message>
        <source>Key row</source>
        <translation>Fila de la clave</translation>
    </message>
    <message>
        <source>Query, rotated</source>
        <translation>Consulta girada</translation>
    </message>
    <message>
        <source>Key, rotated</source>
        <translation>Clave girada</translation>
    </message>
    <message>
        <source>Products, term by term</source>
        <translation>Productos, término a término</translation>
    </message>
    <message>
        <source>Content and position</source>
        <translation>Contenido y posición</translation>
    </message>
    <message>
        <source>ALiBi’s share</source>
        <translation>La parte de ALiBi</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Máscara</translation>
    </message>
    <message>
        <source>Largest of the row</source>
        <translation>Mayor de la fila</translation>
    </message>
    <message>
        <source>Exponentials</source>
        <translation>Exponenciales</translation>
    </message>
    <message>
        <source>Sum of the row</source>
        <translation>Suma de la fila</translation>
    </message>
    <message>
        <source>Quotient: the weight</source>
        <translation>Cociente: la parte</translation>
    </message>
    <message>
        <source>Value row</source>
        <translation>Fila del valor</translation>
    </message>
    <message>
        <source>Weighted sum of values</source>
        <translation>Suma de valores</translation>
    </message>
    <message>
        <source>All heads side by side</source>
        <translation>Todas las cabezas en fila</translation>
    </message>
    <message>
        <source>Output projection</source>
        <translation>Proyección de salida</translation>
    </message>
    <message>
        <source>Norm of the change</source>
        <translation>Norm. del cambio</translation>
    </message>
    <message>
        <source>Skip connection</source>
        <translation>Conexión de salto</translation>
    </message>
    <message>
        <source>Norm after the sum</source>
        <translation>Norm. tras la suma</translation>
    </message>
    <message>
        <source>{width} numbers for each token: its row of the residual stream.</source>
        <translation>{width} números por token: su fila del flujo residual.</translation>
    </message>
    <message>
        <source>Number by number, query times key; all terms are added up. The key is that of set {set} of keys and values, which {group} heads share.</source>
        <translation>Número a número, consulta por clave; todos los términos se suman. La clave es la del juego {set} de claves y valores, que comparten {group} cabezas.</translation>
    </message>
    <message>
        <source>“{query}” may not look at “{key}”: masked, so its share is exactly 0.</source>
        <translation>«{query}» no puede mirar a «{key}»: tapada, así que su parte es exactamente 0.</translation>
    </message>
    <message>
        <source>The skip connections are off: only what attention computed goes on.</source>
        <translation>No hay conexiones de salto: solo sigue lo que ha calculado la atención.</translation>
    </message>
    <message>
        <source>DeepNorm: α times what came in, plus what attention computed.</source>
        <translation>DeepNorm: α veces lo que entró, más lo que ha calculado la atención.</translation>
    </message>
    <message>
        <source>A head is {width} numbers wide. Without the division, wide heads would have large scores.</source>
        <translation>Una cabeza tiene {width} números. Sin la división, las cabezas anchas tendrían puntuaciones grandes.</translation>
    </message>
    <message>
        <source>The rows z of all {heads} heads one behind the other, {width} numbers each.</source>
        <translation>Las filas z de todas las cabezas ({heads}), una tras otra, con {width} números cada una.</translation>
    </message>
    <message>
        <source>Each exponential divided by the sum: the row now sums to 1. It is changed by hand in the next step.</source>
        <translation>Cada exponencial entre la suma: ahora la fila suma 1. En el paso siguiente se cambia a mano.</translation>
    </message>
    <message>
        <source>The values of all tokens, each times its weight, added up. The next step changes them by hand.</source>
        <translation>Los valores de todos los tokens, cada uno por su peso, sumados. El paso siguiente los cambia a mano.</translation>
    </message>
    <message>
        <source>The numbers of all heads times W_O: what the next step, by hand, puts aside.</source>
        <translation>Los números de todas las cabezas por W_O: lo que el paso siguiente, a mano, deja de lado.</translation>
    </message>
    <message>
        <source>Divided by the root of the mean square, then times the gain γ.</source>
        <translation>Se divide entre la raíz de la media de los cuadrados y se multiplica por la ganancia γ.</translation>
    </message>
    <message>
        <source>The mean is taken off, the rest divided by the deviation; then gain γ and bias β.</source>
        <translation>Se quita la media y se divide el resto entre la desviación; después, ganancia γ y sesgo β.</translation>
    </message>
    <message>
        <source>The mean is taken off, the rest divided by the deviation; then the gain γ.</source>
        <translation>Se quita la media y se divide el resto entre la desviación; después, la ganancia γ.</translation>
    </message>
    <message>
        <source>Here the position comes in: its encoding is added to what W_Q and W_K read.</source>
        <translation>Aquí entra la posición: su codificación se suma a lo que leen W_Q y W_K.</translation>
    </message>
    <message>
        <source>Here the position comes in: after the first attention, which has not seen it.</source>
        <translation>Aquí entra la posición: después de la primera atención, que no la ha visto.</translation>
    </message>
    <message>
        <source>What “{query}” asks for: its numbers u times the matrix W_Q of this head.</source>
        <translation>Lo que pide «{query}»: sus números u por la matriz W_Q de esta cabeza.</translation>
    </message>
    <message>
        <source>What “{key}” can be found by: its numbers u times the matrix W_K of this head.</source>
        <translation>Aquello por lo que se encuentra a «{key}»: sus números u por la matriz W_K de esta cabeza.</translation>
    </message>
    <message>
        <source>What “{key}” hands over: its numbers y times the matrix W_V of this head.</source>
        <translation>Lo que entrega «{key}»: sus números y por la matriz W_V de esta cabeza.</translation>
    </message>
    <message>
        <source>Here the position comes in: pairs of numbers are turned by an angle that grows with it.</source>
        <translation>Aquí entra la posición: las parejas de números giran un ángulo que crece con ella.</translation>
    </message>
    <message>
        <source>The key is turned by the angles of its own position: only the distance will matter.</source>
        <translation>La clave gira los ángulos de su propia posición: solo contará la distancia.</translation>
    </message>
    <message>
        <source>Number by number, query times key; all terms are added up.</source>
        <translation>Número a número, consulta por clave; todos los términos se suman.</translation>
    </message>
    <message>
        <source>The same score in parts: the token’s content (c) and its position (p), each asking each, and the biases (b). A norm’s deviation is held at its value.</source>
        <translation>La misma puntuación por partes: el contenido del token (c) y su posición (p), cada uno preguntando a cada uno, y los sesgos (b). La desviación de la normalización se mantiene en su valor.</translation>
    </message>
    <message>
        <source>Here the position comes in: each step of distance takes the slope m of this head off the score.</source>
        <translation>Aquí entra la posición: cada paso de distancia resta a la puntuación la pendiente m de esta cabeza.</translation>
    </message>
    <message>
        <source>The largest allowed score. It will be taken off all of them, so that no exponential is too large.</source>
        <translation>La mayor puntuación permitida. Se restará a todas, para que ninguna exponencial sea demasiado grande.</translation>
    </message>
    <message>
        <source>Each allowed score minus the largest, as exponent of e: all numbers are above 0, the largest is 1.</source>
        <translation>Cada puntuación permitida menos la mayor, como exponente de e: todos los números son mayores que 0 y el mayor es 1.</translation>
    </message>
    <message>
        <source>All exponentials of the row, from left to right.</source>
        <translation>Todas las exponenciales de la fila, de izquierda a derecha.</translation>
    </message>
    <message>
        <source>Each exponential divided by the sum: the row now sums to 1. This is the number in the map.</source>
        <translation>Cada exponencial entre la suma: ahora la fila suma 1. Este es el número del mapa.</translation>
    </message>
    <message>
        <source>The values of all tokens, each times its weight, added up: what this head brings to “{query}”.</source>
        <translation>Los valores de todos los tokens, cada uno por su parte, sumados: lo que esta cabeza trae a «{query}».</translation>
    </message>
    <message>
        <source>The numbers of all heads times W_O: back to the width of the model.</source>
        <translation>Los números de todas las cabezas por W_O: de vuelta a la dimensión del modelo.</translation>
    </message>
    <message>
        <source>What attention computed is added to what came in.</source>
        <translation>Lo que ha calculado la atención se suma a lo que entró.</translation>
    </message>
    <message>
        <source>The position is not in them: it is added only after this attention.</source>
        <translation>La posición no está en ellos: se suma solo después de esta atención.</translation>
    </message>
    <message>
        <source>The position is in them: it was added after the first attention.</source>
        <translation>La posición está en ellos: se sumó después de la primera atención.</translation>
    </message>
    <message>
        <source>This model has no positions: nothing says where a token stands.</source>
        <translation>Este modelo no tiene posiciones: nada dice en qué lugar está un token.</translation>
    </message>
    <message>
        <source>The position is in them: its encoding was added at the input.</source>
        <translation>La posición está en ellos: su codificación se sumó en la entrada.</translation>
    </message>
    <message>
        <source>The position is in them: its encoding was added at the entrance of this block.</source>
        <translation>La posición está en ellos: su codificación se sumó a la entrada de este bloque.</translation>
    </message>
    <message>
        <source>The position comes in below, where its encoding is added to what W_Q and W_K read.</source>
        <translation>La posición entra más abajo, donde su codificación se suma a lo que leen W_Q y W_K.</translation>
    </message>
    <message>
        <source>The position comes in below, where query and key are rotated.</source>
        <translation>La posición entra más abajo, donde giran la consulta y la clave.</translation>
    </message>
    <message>
        <source>The position comes in below, as ALiBi’s share of the score.</source>
        <translation>La posición entra más abajo, como la parte de ALiBi en la puntuación.</translation>
    </message>
    <message>
        <source>There is no mask: every token may look at every other.</source>
        <translation>No hay máscara: cada token puede mirar a todos.</translation>
    </message>
    <message>
        <source>A token may look at itself and at the {n} tokens before it.</source>
        <translation>Un token puede mirarse a sí mismo y a los anteriores, hasta {n}.</translation>
    </message>
    <message>
        <source>A token may look at itself and at those before it.</source>
        <translation>Un token puede mirarse a sí mismo y a los anteriores.</translation>
    </message>
    <message>
        <source>“{query}” may look at “{key}”.</source>
        <translation>«{query}» puede mirar a «{key}».</translation>
    </message>
    <message>
        <source>“{query}” may not look at “{key}”: its score becomes −∞.</source>
        <translation>«{query}» no puede mirar a «{key}»: su puntuación pasa a −∞.</translation>
    </message>
    <message>
        <source>Computed here in float64. The pass ran in float32: it differs by {difference}; rounding allows {bound}.</source>
        <translation>Calculado aquí en float64. La pasada fue en float32: difiere en {difference}; el redondeo permite {bound}.</translation>
    </message>
    <message>
        <source>The pass differs by {difference}: more than the {bound} that rounding allows.</source>
        <translation>La pasada difiere en {difference}: más de los {bound} que permite el redondeo.</translation>
    </message>
    <message>
        <source>By hand: head × {factor}</source>
        <translation>A mano: cabeza × {factor}</translation>
    </message>
    <message>
        <source>By hand: pattern forced</source>
        <translation>A mano: mapa impuesto</translation>
    </message>
    <message>
        <source>By hand: cell set</source>
        <translation>A mano: celda fijada</translation>
    </message>
    <message>
        <source>By hand: the row shared</source>
        <translation>A mano: reparto de la fila</translation>
    </message>
    <message>
        <source>By hand: head off</source>
        <translation>A mano: cabeza apagada</translation>
    </message>
    <message>
        <source>By hand: attention off</source>
        <translation>A mano: atención apagada</translation>
    </message>
    <message>
        <source>Changed by hand: “{query}” looks at all it may look at alike, whatever the scores say.</source>
        <translation>Cambiado a mano: «{query}» mira por igual a todos los que puede mirar, digan lo que digan las puntuaciones.</translation>
    </message>
    <message>
        <source>Changed by hand: “{query}” looks at itself only, whatever the scores say.</source>
        <translation>Cambiado a mano: «{query}» solo se mira a sí mismo, digan lo que digan las puntuaciones.</translation>
    </message>
    <message>
        <source>Changed by hand: “{query}” looks at the token before it; where there is none, at itself.</source>
        <translation>Cambiado a mano: «{query}» mira al token anterior; si no lo hay, a sí mismo.</translation>
    </message>
    <message>
        <source>Changed by hand: “{query}” looks at the first token; where the mask forbids it, at itself.</source>
        <translation>Cambiado a mano: «{query}» mira al primer token; si la máscara lo tapa, a sí mismo.</translation>
    </message>
    <message>
        <source>“{key}” with {value}</source>
        <translation>«{key}» con {value}</translation>
    </message>
    <message>
        <source>Changed by hand: “{query}” looks at {cells}.</source>
        <translation>Cambiado a mano: «{query}» mira a {cells}.</translation>
    </message>
    <message>
        <source>The rest of the row stays as it is, so the row sums to {sum}.</source>
        <translation>El resto de la fila se queda como está, así que la fila suma {sum}.</translation>
    </message>
    <message>
        <source>The others share what is left to 1, {left}, in proportion to what they had, together {rest}.</source>
        <translation>Las demás se reparten lo que queda hasta 1, {left}, en proporción a lo que tenían: {rest} entre todas.</translation>
    </message>
    <message>
        <source>The others share what is left to 1, {left}, evenly: they had nothing.</source>
        <translation>Las demás se reparten por igual lo que queda hasta 1, {left}: no tenían nada.</translation>
    </message>
    <message>
        <source>Nothing is left for the others: what was set is divided by its sum, {sum}.</source>
        <translation>No queda nada para las demás: lo fijado se divide entre su suma, {sum}.</translation>
    </message>
    <message>
        <source>Changed by hand: all numbers of this head are multiplied by {factor}.</source>
        <translation>Cambiado a mano: todos los números de esta cabeza se multiplican por {factor}.</translation>
    </message>
    <message>
        <source>Changed by hand: this head is off. Its numbers are 0, so it adds nothing.</source>
        <translation>Cambiado a mano: esta cabeza está apagada. Sus números son 0, así que no suma nada.</translation>
    </message>
    <message>
        <source>Changed by hand: the attention of this layer is off. It adds nothing, nor does its bias b_O.</source>
        <translation>Cambiado a mano: la atención de esta capa está apagada. No suma nada; su sesgo b_O, tampoco.</translation>
    </message>
    <message>
        <source>Changed by hand: the attention of this layer is off. It adds nothing.</source>
        <translation>Cambiado a mano: la atención de esta capa está apagada. No suma nada.</translation>
    </message>
    <message>
        <source>Heads changed by hand: {heads}.</source>
        <translation>Cabezas cambiadas a mano: {heads}.</translation>
    </message>
</context>
<context>
    <name>ArithmeticPage</name>
    <message>
        <source>looks at</source>
        <translation>mira a</translation>
    </message>
    <message>
        <source>full precision</source>
        <translation>precisión completa</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Copiar texto</translation>
    </message>
    <message>
        <source>Copy as LaTeX</source>
        <translation>Copiar LaTeX</translation>
    </message>
    <message>
        <source>‹ Previous</source>
        <translation>‹ Anterior</translation>
    </message>
    <message>
        <source>Next ›</source>
        <translation>Siguiente ›</translation>
    </message>
    <message>
        <source>Choose the two tokens above, or click a cell of a map</source>
        <translation>Elige arriba los dos tokens, o haz clic en una celda de un mapa</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>Consulta</translation>
    </message>
    <message>
        <source>The token that looks.</source>
        <translation>El token que mira.</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Clave</translation>
    </message>
    <message>
        <source>The token looked at.</source>
        <translation>El token mirado.</translation>
    </message>
    <message>
        <source>Show every number in as many digits as the computation has.</source>
        <translation>Muestra cada número con todas las cifras que tiene el cálculo.</translation>
    </message>
    <message>
        <source>Put all steps on the clipboard as plain text.</source>
        <translation>Copia todos los pasos al portapapeles como texto sin formato.</translation>
    </message>
    <message>
        <source>Put all steps on the clipboard as LaTeX, for a document with amsmath.</source>
        <translation>Copia todos los pasos al portapapeles como LaTeX, para un documento con amsmath.</translation>
    </message>
    <message>
        <source>Previous step</source>
        <translation>Paso anterior</translation>
    </message>
    <message>
        <source>Go one step back; the left arrow key does the same.</source>
        <translation>Retrocede un paso; la flecha izquierda hace lo mismo.</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>Paso siguiente</translation>
    </message>
    <message>
        <source>Go one step on; the right arrow key does the same.</source>
        <translation>Avanza un paso; la flecha derecha hace lo mismo.</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Pasos</translation>
    </message>
    <message>
        <source>The steps of the arithmetic, in order; arrow keys go through them.</source>
        <translation>Los pasos de la aritmética, en orden; las flechas los recorren.</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
    </message>
    <message>
        <source>step</source>
        <translation>paso</translation>
    </message>
    <message>
        <source>title</source>
        <translation>título</translation>
    </message>
    <message>
        <source>line</source>
        <translation>línea</translation>
    </message>
    <message>
        <source>sign</source>
        <translation>signo</translation>
    </message>
    <message>
        <source>value</source>
        <translation>valor</translation>
    </message>
    <message>
        <source>cell</source>
        <translation>celda</translation>
    </message>
    <message>
        <source>Step {n} of {all}: {title}.</source>
        <translation>Paso {n} de {all}: {title}.</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}: “{query}” looks at “{key}”.</source>
        <translation>Capa {layer}, cabeza {head}: «{query}» mira a «{key}».</translation>
    </message>
    <message>
        <source>The current step</source>
        <translation>El paso actual</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close this notice</source>
        <translation>Cerrar este aviso</translation>
    </message>
    <message>
        <source>Hides the notice; nothing else changes.</source>
        <translation>Oculta el aviso; no cambia nada más.</translation>
    </message>
    <message>
        <source>There is no notice now.</source>
        <translation>Ahora no hay ningún aviso.</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>Aviso</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problema</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Coste</translation>
    </message>
</context>
<context>
    <name>BlockDiagram</name>
    <message>
        <source>Pointed at: {part}. {whole}</source>
        <translation>Señalado: {part}. {whole}</translation>
    </message>
    <message>
        <source>Block diagram</source>
        <translation>Diagrama del bloque</translation>
    </message>
</context>
<context>
    <name>Board</name>
    <message>
        <source>Losses of all runs</source>
        <translation>Pérdidas de todos los modelos</translation>
    </message>
    <message>
        <source>Gradient norm by layer</source>
        <translation>Norma del gradiente por capa</translation>
    </message>
    <message>
        <source>Length of a token’s vector by layer</source>
        <translation>Longitud del vector de un token por capa</translation>
    </message>
    <message>
        <source>Size of each update</source>
        <translation>Tamaño de cada actualización</translation>
    </message>
    <message>
        <source>Attention maps of all runs</source>
        <translation>Mapas de atención de todos los modelos</translation>
    </message>
    <message>
        <source>{n} of {layers}</source>
        <translation>{n} de {layers}</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>capa</translation>
    </message>
    <message>
        <source>The layer whose maps are shown</source>
        <translation>La capa cuyos mapas se muestran</translation>
    </message>
    <message>
        <source>smooth</source>
        <translation>suavizar</translation>
    </message>
    <message>
        <source>Draws the mean of the last steps over each curve; the curve itself stays</source>
        <translation>Dibuja sobre cada curva la media de los últimos pasos; la curva misma sigue ahí</translation>
    </message>
    <message>
        <source>Go on from here</source>
        <translation>Seguir desde aquí</translation>
    </message>
    <message>
        <source>Forgets what came after the step that is looked at, and goes on from there</source>
        <translation>Olvida lo que vino tras el paso que se mira y sigue desde él</translation>
    </message>
    <message>
        <source>now</source>
        <translation>ahora</translation>
    </message>
    <message>
        <source>step {step}</source>
        <translation>paso {step}</translation>
    </message>
    <message>
        <source>Looks back at steps that were kept; the race itself stays where it is</source>
        <translation>Mira pasos guardados; la carrera misma sigue donde está</translation>
    </message>
    <message>
        <source>look back</source>
        <translation>mirar atrás</translation>
    </message>
</context>
<context>
    <name>Caption</name>
    <message>
        <source>Layer {layer}, head {head}.</source>
        <translation>Capa {layer}, cabeza {head}.</translation>
    </message>
    <message>
        <source>Each row is a token that looks, each column a token looked at; arrow keys move from cell to cell.</source>
        <translation>Cada fila es un token que mira y cada columna un token mirado; las flechas van de celda en celda.</translation>
    </message>
    <message>
        <source>This row was changed by hand: it sums to {sum}, not to 1.</source>
        <translation>Esta fila se cambió a mano: suma {sum}, no 1.</translation>
    </message>
    <message>
        <source>This row sums to 1; other rows were changed by hand and do not.</source>
        <translation>Esta fila suma 1; otras filas se cambiaron a mano y no lo hacen.</translation>
    </message>
    <message>
        <source>Hatched cells are masked: they get no attention at all, and the rest of the row still sums to 1.</source>
        <translation>La máscara tapa las celdas rayadas: no reciben ninguna atención, y el resto de la fila sigue sumando 1.</translation>
    </message>
    <message>
        <source>Each row sums to 1: how the token on the left shares out its attention.</source>
        <translation>Cada fila suma 1: así reparte su atención el token de la izquierda.</translation>
    </message>
    <message>
        <source>Point at a cell, or choose one, to read it here</source>
        <translation>Señala una celda para leerla aquí</translation>
    </message>
    <message>
        <source>“{query}” looks along its row</source>
        <translation>«{query}» mira a lo largo de su fila</translation>
    </message>
    <message>
        <source>“{key}” is looked at down its column</source>
        <translation>A «{key}» se le mira a lo largo de su columna</translation>
    </message>
    <message>
        <source>“{query}” may not look at “{key}”: masked</source>
        <translation>«{query}» no puede mirar a «{key}»: tapada</translation>
    </message>
    <message>
        <source>“{query}” looks at “{key}”: {value}</source>
        <translation>«{query}» mira a «{key}»: {value}</translation>
    </message>
    <message>
        <source>The cell in words</source>
        <translation>La celda en palabras</translation>
    </message>
</context>
<context>
    <name>Captions</name>
    <message>
        <source>previous token</source>
        <translation>token anterior</translation>
    </message>
    <message>
        <source>same word</source>
        <translation>misma palabra</translation>
    </message>
    <message>
        <source>first token</source>
        <translation>primer token</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>uniforme</translation>
    </message>
    <message>
        <source>nearer is more</source>
        <translation>más cerca es más</translation>
    </message>
    <message>
        <source>all five</source>
        <translation>las cinco</translation>
    </message>
    <message>
        <source>constructed weights: {name}</source>
        <translation>pesos construidos: {name}</translation>
    </message>
    <message>
        <source>random weights, untrained, seed {seed}</source>
        <translation>pesos aleatorios, sin entrenar, semilla {seed}</translation>
    </message>
    <message>
        <source>weights trained here: {name}</source>
        <translation>pesos entrenados aquí: {name}</translation>
    </message>
    <message>
        <source>loaded weights: {name}</source>
        <translation>pesos cargados: {name}</translation>
    </message>
    <message>
        <source>{setting}: {value}</source>
        <translation>{setting}: {value}</translation>
    </message>
</context>
<context>
    <name>ChangesLine</name>
    <message>
        <source>Show</source>
        <translation>Mostrar</translation>
    </message>
    <message>
        <source>Undo all</source>
        <translation>Deshacer todo</translation>
    </message>
    <message>
        <source>Show the changes</source>
        <translation>Mostrar los cambios</translation>
    </message>
    <message>
        <source>Opens the page on which heads are changed by hand</source>
        <translation>Abre la página donde se cambian cabezas a mano</translation>
    </message>
    <message>
        <source>Undo all changes</source>
        <translation>Deshacer todos los cambios</translation>
    </message>
    <message>
        <source>Every head computes again as its weights say</source>
        <translation>Cada cabeza vuelve a calcular lo que dicen sus pesos</translation>
    </message>
    <message>
        <source>Changed by hand: {list}</source>
        <translation>Cambiado a mano: {list}</translation>
    </message>
    <message>
        <source>Changed by hand ({number}): {list}</source>
        <translation>Cambiado a mano ({number}): {list}</translation>
    </message>
    <message>
        <source>Changed by hand</source>
        <translation>Cambiado a mano</translation>
    </message>
</context>
<context>
    <name>ChangesList</name>
    <message>
        <source>Undo all</source>
        <translation>Deshacer todo</translation>
    </message>
    <message>
        <source>Everything is computed again as the weights say.</source>
        <translation>Todo se vuelve a calcular como dicen los pesos.</translation>
    </message>
    <message>
        <source>Nothing is changed by hand: everything is computed from the weights.</source>
        <translation>No hay nada cambiado a mano: todo se calcula a partir de los pesos.</translation>
    </message>
    <message>
        <source>In one head the forced pattern comes first, then the cells set by hand, then the factor. What is off adds nothing.</source>
        <translation>En una cabeza va primero el mapa impuesto, luego las celdas fijadas a mano y luego el factor. Lo que está apagado no suma nada.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Undo “{change}”</source>
        <translation>Deshacer «{change}»</translation>
    </message>
    <message>
        <source>Takes back this change alone.</source>
        <translation>Deshace solo este cambio.</translation>
    </message>
    <message>
        <source>Changed by hand: {number}</source>
        <translation>Cambiado a mano: {number}</translation>
    </message>
</context>
<context>
    <name>ComparePage</name>
    <message>
        <source>One scale for all: 0 to 1. Rows are layers, columns are heads; at least so much, from small pictures.</source>
        <translation>Una escala para todas: de 0 a 1. Las filas son capas; las columnas, cabezas; al menos tanto, según las miniaturas.</translation>
    </message>
    <message>
        <source>One scale for all: 0 to 1. Rows are layers, columns are heads.</source>
        <translation>Una escala para todas: de 0 a 1. Las filas son capas; las columnas, cabezas.</translation>
    </message>
    <message>
        <source>Hatched: only one side has this head.</source>
        <translation>Rayado: solo un lado tiene esta cabeza.</translation>
    </message>
    <message>
        <source>Largest difference of each head</source>
        <translation>Mayor diferencia de cada cabeza</translation>
    </message>
    <message>
        <source>Ledger</source>
        <translation>Cuentas</translation>
    </message>
    <message>
        <source>B − A</source>
        <translation>B − A</translation>
    </message>
    <message>
        <source>A has no such head.</source>
        <translation>A no tiene esta cabeza.</translation>
    </message>
    <message>
        <source>B has no such head.</source>
        <translation>B no tiene esta cabeza.</translation>
    </message>
    <message>
        <source>Swap A and B</source>
        <translation>Intercambiar A y B</translation>
    </message>
    <message>
        <source>A becomes B and B becomes A; the difference changes its sign.</source>
        <translation>A pasa a ser B, y B, A; la diferencia cambia de signo.</translation>
    </message>
    <message>
        <source>Freeze as A</source>
        <translation>Fijar como A</translation>
    </message>
    <message>
        <source>Keeps what is on screen now as A; whatever you change from then on is B.</source>
        <translation>Conserva como A lo que hay ahora en pantalla; lo que cambies desde entonces es B.</translation>
    </message>
    <message>
        <source>Leave comparison</source>
        <translation>Salir de la comparación</translation>
    </message>
    <message>
        <source>Ends the comparison and forgets A.</source>
        <translation>Termina la comparación y olvida A.</translation>
    </message>
    <message>
        <source>A and B</source>
        <translation>A y B</translation>
    </message>
    <message>
        <source>Two maps, their difference, all heads and the ledger</source>
        <translation>Dos mapas, su diferencia, todas las cabezas y las cuentas</translation>
    </message>
    <message>
        <source>Press “Freeze as A”, then change a switch, the sentence or the seed: A and B stand here side by side.</source>
        <translation>Pulsa «Fijar como A» y cambia después un ajuste, la frase o la semilla: aquí quedan A y B lado a lado.</translation>
    </message>
    <message>
        <source>Comparison of A and B</source>
        <translation>Comparación de A y B</translation>
    </message>
    <message>
        <source>Point at a cell, or choose one, to read it on both sides</source>
        <translation>Señala una celda para leerla en los dos lados</translation>
    </message>
    <message>
        <source>{side} masked</source>
        <translation>{side} tapada</translation>
    </message>
    <message>
        <source>“{query}” looks at “{key}”: {values}</source>
        <translation>«{query}» mira a «{key}»: {values}</translation>
    </message>
    <message>
        <source>B − A {value}</source>
        <translation>B − A {value}</translation>
    </message>
    <message>
        <source>Width of each head</source>
        <translation>Dimensión de cada cabeza</translation>
    </message>
    <message>
        <source>Position added</source>
        <translation>Lugar de la posición</translation>
    </message>
    <message>
        <source>window of {n}</source>
        <translation>ventana de {n}</translation>
    </message>
    <message>
        <source>split</source>
        <translation>repartida</translation>
    </message>
    <message>
        <source>kept whole</source>
        <translation>entera</translation>
    </message>
    <message>
        <source>{setting}: {a} │ {b}</source>
        <translation>{setting}: {a} │ {b}</translation>
    </message>
    <message>
        <source>The sentence is empty: type one, and it stands here beside A.</source>
        <translation>La frase está vacía: escribe una y aparecerá aquí junto a A.</translation>
    </message>
    <message>
        <source>What differs (A │ B): {list}.</source>
        <translation>Qué cambia (A │ B): {list}.</translation>
    </message>
    <message>
        <source>So does: {list}.</source>
        <translation>Y con ello: {list}.</translation>
    </message>
    <message>
        <source>They do not read the same tokens: {a} │ {b} of them.</source>
        <translation>No leen los mismos tokens: {a} │ {b}.</translation>
    </message>
    <message>
        <source>{same} weight matrices and vectors are the same on both sides ({numbers} numbers).</source>
        <translation>{same} matrices y vectores de pesos son iguales en los dos lados ({numbers} números).</translation>
    </message>
    <message>
        <source>No weight matrix or vector is the same on both sides.</source>
        <translation>Ninguna matriz ni vector de pesos es igual en los dos lados.</translation>
    </message>
    <message>
        <source>{other} hold other numbers.</source>
        <translation>{other} contienen otros números.</translation>
    </message>
    <message>
        <source>{shape} have another shape.</source>
        <translation>{shape} tienen otra forma.</translation>
    </message>
    <message>
        <source>Only A has {list}.</source>
        <translation>Solo A tiene {list}.</translation>
    </message>
    <message>
        <source>Only B has {list}.</source>
        <translation>Solo B tiene {list}.</translation>
    </message>
    <message>
        <source>layers {first} to {last}</source>
        <translation>las capas {first} a {last}</translation>
    </message>
    <message>
        <source>layer {first}</source>
        <translation>la capa {first}</translation>
    </message>
    <message>
        <source>the biases of the layer norms</source>
        <translation>los sesgos de las normalizaciones</translation>
    </message>
    <message>
        <source>the bias of the final norm</source>
        <translation>el sesgo de la normalización final</translation>
    </message>
    <message>
        <source>the token vectors</source>
        <translation>los vectores de token</translation>
    </message>
    <message>
        <source>the learned position vectors</source>
        <translation>los vectores de posición aprendidos</translation>
    </message>
    <message>
        <source>the attention matrices</source>
        <translation>las matrices de atención</translation>
    </message>
    <message>
        <source>the biases of attention</source>
        <translation>los sesgos de la atención</translation>
    </message>
    <message>
        <source>the gate of the feed-forward network</source>
        <translation>la compuerta de la red densa</translation>
    </message>
    <message>
        <source>the biases of the feed-forward network</source>
        <translation>los sesgos de la red densa</translation>
    </message>
    <message>
        <source>more layer norms</source>
        <translation>más normalizaciones por capas</translation>
    </message>
    <message>
        <source>the final norm</source>
        <translation>la normalización final</translation>
    </message>
    <message>
        <source>an output matrix of its own</source>
        <translation>una matriz de salida propia</translation>
    </message>
    <message>
        <source>{what} ({numbers} numbers)</source>
        <translation>{what} ({numbers} números)</translation>
    </message>
    <message>
        <source>Changed by hand in A: {list}.</source>
        <translation>Cambiado a mano en A: {list}.</translation>
    </message>
    <message>
        <source>Changed by hand in B: {list}.</source>
        <translation>Cambiado a mano en B: {list}.</translation>
    </message>
    <message>
        <source>Nothing differs: A and B are the same.</source>
        <translation>No cambia nada: A y B son iguales.</translation>
    </message>
    <message>
        <source>The settings are the same.</source>
        <translation>Los ajustes son los mismos.</translation>
    </message>
    <message>
        <source>Of another shape: {list}.</source>
        <translation>De otra forma: {list}.</translation>
    </message>
    <message>
        <source>Only in A: {list}.</source>
        <translation>Solo en A: {list}.</translation>
    </message>
    <message>
        <source>Only in B: {list}.</source>
        <translation>Solo en B: {list}.</translation>
    </message>
    <message>
        <source>At the input: {value}, at {token}</source>
        <translation>En la entrada: {value}, en {token}</translation>
    </message>
    <message>
        <source>After layer {layer}: {value}, at {token}</source>
        <translation>Tras la capa {layer}: {value}, en {token}</translation>
    </message>
    <message>
        <source>The residual stream is the same on both sides, at the input and after every layer.</source>
        <translation>El flujo residual es igual en los dos lados, en la entrada y tras cada capa.</translation>
    </message>
    <message>
        <source>The residual streams differ from the input on.</source>
        <translation>Los flujos residuales difieren desde la entrada.</translation>
    </message>
    <message>
        <source>The residual streams part in layer {layer}: before it they are the same.</source>
        <translation>Los flujos residuales se separan en la capa {layer}: antes son iguales.</translation>
    </message>
    <message>
        <source>Largest difference of a number: {place}.</source>
        <translation>Mayor diferencia de un número: {place}.</translation>
    </message>
    <message>
        <source>Residual stream: largest difference after each layer</source>
        <translation>Flujo residual: mayor diferencia tras cada capa</translation>
    </message>
    <message>
        <source>changed by hand</source>
        <translation>cambiado a mano</translation>
    </message>
    <message>
        <source>as computed</source>
        <translation>tal como se calcula</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} tokens</translation>
    </message>
    <message>
        <source>as it was frozen</source>
        <translation>tal como se fijó</translation>
    </message>
    <message>
        <source>the same as A until now</source>
        <translation>de momento, igual que A</translation>
    </message>
    <message>
        <source>random weights</source>
        <translation>pesos aleatorios</translation>
    </message>
    <message>
        <source>constructed: {name}</source>
        <translation>construidos: {name}</translation>
    </message>
    <message>
        <source>trained here: {name}</source>
        <translation>entrenados aquí: {name}</translation>
    </message>
    <message>
        <source>loaded: {name}</source>
        <translation>cargados: {name}</translation>
    </message>
    <message>
        <source>{change} (its map does not change, its z is 0)</source>
        <translation>{change} (su mapa no cambia, su z es 0)</translation>
    </message>
    <message>
        <source>{change} (its maps do not change, what it adds is 0)</source>
        <translation>{change} (sus mapas no cambian, lo que suma es 0)</translation>
    </message>
    <message>
        <source>{change} (what it adds is 0)</source>
        <translation>{change} (lo que suma es 0)</translation>
    </message>
    <message>
        <source>{change} (its map does not change, its z does)</source>
        <translation>{change} (su mapa no cambia, su z sí)</translation>
    </message>
    <message>
        <source>Attention is off in {side}: its maps do not change, what it adds is 0.</source>
        <translation>La atención está apagada en {side}: sus mapas no cambian, lo que suma es 0.</translation>
    </message>
    <message>
        <source>This head is off in {side}: its map does not change, its z is 0.</source>
        <translation>Esta cabeza está apagada en {side}: su mapa no cambia, su z es 0.</translation>
    </message>
    <message>
        <source>This head is scaled in {side}: its map does not change, its z does.</source>
        <translation>Esta cabeza está multiplicada en {side}: su mapa no cambia, su z sí.</translation>
    </message>
    <message>
        <source>The residual streams part later, in layer {layer}.</source>
        <translation>Los flujos residuales se separan después, en la capa {layer}.</translation>
    </message>
</context>
<context>
    <name>ComparisonLine</name>
    <message>
        <source>Comparison with before the last change</source>
        <translation>Comparación con los mapas de antes del último cambio</translation>
    </message>
    <message>
        <source>Nothing to compare yet.</source>
        <translation>Todavía no hay nada que comparar.</translation>
    </message>
</context>
<context>
    <name>ConsequenceView</name>
    <message>
        <source>What follows {token}</source>
        <translation>Qué sigue a {token}</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Salida</translation>
    </message>
    <message>
        <source>Type a sentence above: here you will see what comes next.</source>
        <translation>Escribe una frase arriba: aquí verás qué sigue.</translation>
    </message>
    <message>
        <source>Likeliest next tokens</source>
        <translation>Tokens siguientes más probables</translation>
    </message>
    <message>
        <source>The output matrix has more than {limit} numbers: it is not multiplied by here.</source>
        <translation>La matriz de salida tiene más de {limit} números: aquí no se multiplica por ella.</translation>
    </message>
    <message>
        <source>The numbers became too large: there are no probabilities.</source>
        <translation>Los números se han hecho demasiado grandes: no hay probabilidades.</translation>
    </message>
    <message>
        <source>Untrained, random weights: this is chance.</source>
        <translation>Pesos aleatorios, sin entrenar: esto es azar.</translation>
    </message>
    <message>
        <source>Weights made by hand for one head: they predict nothing.</source>
        <translation>Pesos hechos a mano para una cabeza: no predicen nada.</translation>
    </message>
    <message>
        <source>Without a causal mask it has seen the whole sentence.</source>
        <translation>Sin máscara causal ha visto toda la frase.</translation>
    </message>
</context>
<context>
    <name>Controller</name>
    <message>
        <source>typing</source>
        <translation>escritura</translation>
    </message>
    <message>
        <source>tokenizer</source>
        <translation>tokenizador</translation>
    </message>
    <message>
        <source>length counted</source>
        <translation>longitud contada</translation>
    </message>
    <message>
        <source>unit of work</source>
        <translation>unidad de trabajo</translation>
    </message>
    <message>
        <source>computing</source>
        <translation>calculando</translation>
    </message>
</context>
<context>
    <name>Controls</name>
    <message>
        <source>{setting}: {value}</source>
        <translation>{setting}: {value}</translation>
    </message>
    <message>
        <source>to the scores</source>
        <translation>a las puntuaciones</translation>
    </message>
    <message>
        <source>Rotary turns queries and keys, so it can act on queries and keys only, never at the input.</source>
        <translation>La rotatoria gira consultas y claves, así que solo puede actuar sobre consultas y claves, nunca a la entrada.</translation>
    </message>
    <message>
        <source>ALiBi changes the scores of queries and keys, so it can act only there.</source>
        <translation>ALiBi cambia las puntuaciones de consultas y claves, así que solo puede actuar ahí.</translation>
    </message>
    <message>
        <source>There is no encoding that could be added.</source>
        <translation>No hay ninguna codificación que sumar.</translation>
    </message>
    <message>
        <source>common error this deep: needs warm-up</source>
        <translation>error frecuente: exige calentamiento</translation>
    </message>
    <message>
        <source>the only place where rotary can act</source>
        <translation>único lugar de la rotatoria</translation>
    </message>
    <message>
        <source>on their scores, the only place for ALiBi</source>
        <translation>en sus puntuaciones: único lugar de ALiBi</translation>
    </message>
    <message>
        <source>no encoding: attention sees no order</source>
        <translation>sin codificación: no hay orden que ver</translation>
    </message>
    <message>
        <source>next</source>
        <translation>otra</translation>
    </message>
    <message>
        <source>Draw other random weights with the next seed.</source>
        <translation>Sortea otros pesos aleatorios con la semilla siguiente.</translation>
    </message>
    <message>
        <source>Next seed</source>
        <translation>Semilla siguiente</translation>
    </message>
    <message>
        <source>Let this number follow the other settings.</source>
        <translation>Deja que este número siga a los demás ajustes.</translation>
    </message>
    <message>
        <source>Asked for, but not applied.</source>
        <translation>Pedido, pero no aplicado.</translation>
    </message>
    <message>
        <source>on</source>
        <translation>sí</translation>
    </message>
    <message>
        <source>off</source>
        <translation>no</translation>
    </message>
    <message>
        <source>Layer norm</source>
        <translation>Normalización</translation>
    </message>
    <message>
        <source>Where each token’s numbers are brought to one scale: before each part of a block, after it, or nowhere.</source>
        <translation>Dónde se llevan a una misma escala los números de cada token: delante de cada parte de un bloque, detrás o en ningún sitio.</translation>
    </message>
    <message>
        <source>before</source>
        <translation>delante</translation>
    </message>
    <message>
        <source>x + F(LN(x)): the stream itself stays untouched, which keeps training of deep networks steady.</source>
        <translation>x + F(LN(x)): el flujo queda intacto, y eso estabiliza el entrenamiento de redes profundas.</translation>
    </message>
    <message>
        <source>keeps deep networks steady</source>
        <translation>estabiliza las redes profundas</translation>
    </message>
    <message>
        <source>after</source>
        <translation>detrás</translation>
    </message>
    <message>
        <source>LN(x + F(x)), as in the original. Using only this in a very deep network is a common error: it then needs a careful warm-up of the learning rate.</source>
        <translation>LN(x + F(x)), como en el original. Usar solo esta en una red muy profunda es un error frecuente: exige un cuidadoso calentamiento de la tasa.</translation>
    </message>
    <message>
        <source>very deep: needs a careful warm-up</source>
        <translation>muy profunda: exige calentamiento</translation>
    </message>
    <message>
        <source>none</source>
        <translation>no</translation>
    </message>
    <message>
        <source>No norm anywhere: nothing keeps the size of the numbers in check from block to block.</source>
        <translation>Sin normalización: nada contiene el tamaño de los números de un bloque a otro.</translation>
    </message>
    <message>
        <source>nothing keeps the numbers’ size in check</source>
        <translation>nada contiene el tamaño de los números</translation>
    </message>
    <message>
        <source>sandwich</source>
        <translation>sándwich</translation>
    </message>
    <message>
        <source>before and after each part (sandwich)</source>
        <translation>delante y detrás (sándwich)</translation>
    </message>
    <message>
        <source>DeepNorm</source>
        <translation>DeepNorm</translation>
    </message>
    <message>
        <source>after, with the skip connection × α (DeepNorm)</source>
        <translation>detrás, con el salto × α (DeepNorm)</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Posición</translation>
    </message>
    <message>
        <source>How a token’s place in the sentence is written down. Without it attention sees the sentence as an unordered set.</source>
        <translation>Cómo se anota el lugar de un token en la frase. Sin esto, la atención ve la frase como un conjunto sin orden.</translation>
    </message>
    <message>
        <source>sinusoidal</source>
        <translation>sinusoidal</translation>
    </message>
    <message>
        <source>Waves of many lengths, added to the embedding.</source>
        <translation>Ondas de muchas longitudes que se suman al vector de token.</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>aprendida</translation>
    </message>
    <message>
        <source>A table with one learned row for each position.</source>
        <translation>Una tabla con una fila aprendida para cada posición.</translation>
    </message>
    <message>
        <source>rotary</source>
        <translation>rotatoria</translation>
    </message>
    <message>
        <source>Queries and keys are turned by an angle that grows with the position.</source>
        <translation>Las consultas y las claves se giran un ángulo que crece con la posición.</translation>
    </message>
    <message>
        <source>Scores are lowered in proportion to the distance between two tokens.</source>
        <translation>Las puntuaciones bajan en proporción a la distancia entre los dos tokens.</translation>
    </message>
    <message>
        <source>No positions: shuffling the words only shuffles the result.</source>
        <translation>Sin posiciones: barajar las palabras solo baraja el resultado.</translation>
    </message>
    <message>
        <source>added</source>
        <translation>Se suma</translation>
    </message>
    <message>
        <source>Where the encoding joins. Adding it only after the first attention is a common error: that attention still sees no order.</source>
        <translation>Dónde entra la codificación. Sumarla solo después de la primera atención es un error frecuente: esa atención sigue sin ver el orden.</translation>
    </message>
    <message>
        <source>at the input</source>
        <translation>a la entrada</translation>
    </message>
    <message>
        <source>Once, to the embeddings, before the first attention: as in the original.</source>
        <translation>Una vez, a los vectores de token, antes de la primera atención: como en el original.</translation>
    </message>
    <message>
        <source>once, before the first attention</source>
        <translation>una vez, antes de la primera atención</translation>
    </message>
    <message>
        <source>after attention 1</source>
        <translation>tras atención 1</translation>
    </message>
    <message>
        <source>A common error: the attention of block 1 still works on an unordered set, only later blocks see the order.</source>
        <translation>Un error frecuente: la atención del bloque 1 sigue trabajando con un conjunto sin orden; solo los bloques siguientes ven el orden.</translation>
    </message>
    <message>
        <source>common error: block 1 sees no order</source>
        <translation>error frecuente: bloque 1 sin orden</translation>
    </message>
    <message>
        <source>in every block</source>
        <translation>en cada bloque</translation>
    </message>
    <message>
        <source>Again to the input of each block.</source>
        <translation>Otra vez, a la entrada de cada bloque.</translation>
    </message>
    <message>
        <source>again at the input of each block</source>
        <translation>otra vez a la entrada de cada bloque</translation>
    </message>
    <message>
        <source>queries and keys</source>
        <translation>consulta y clave</translation>
    </message>
    <message>
        <source>Only to what W_Q and W_K read, in each block: values carry no position.</source>
        <translation>Solo a lo que leen W_Q y W_K, en cada bloque: los valores no llevan posición.</translation>
    </message>
    <message>
        <source>only what W_Q and W_K read</source>
        <translation>solo a lo que leen W_Q y W_K</translation>
    </message>
    <message>
        <source>nowhere</source>
        <translation>en ningún sitio</translation>
    </message>
    <message>
        <source>The encoding is not used: attention sees an unordered set.</source>
        <translation>La codificación no se usa: la atención ve un conjunto sin orden.</translation>
    </message>
    <message>
        <source>not used: no order</source>
        <translation>no se usa: sin orden</translation>
    </message>
    <message>
        <source>Skip connection</source>
        <translation>Conexión de salto</translation>
    </message>
    <message>
        <source>Skip connections add what enters a part to what leaves it. Without them signal and gradient die out with depth.</source>
        <translation>Suma lo que entra en una parte a lo que sale de ella. Sin ella, señal y gradiente se apagan con la profundidad.</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Cabezas</translation>
    </message>
    <message>
        <source>How many attention maps each block computes side by side. Each head can look at another relation between words.</source>
        <translation>Cuántos mapas de atención calcula a la vez cada bloque. Cada cabeza puede mirar otra relación entre las palabras.</translation>
    </message>
    <message>
        <source>Head width</source>
        <translation>Dim. cabeza</translation>
    </message>
    <message>
        <source>Heads normally share the width. Keeping the full width for every head is a common error: it multiplies parameters and cost.</source>
        <translation>Las cabezas se reparten la dimensión. Dejarla entera en cada una es un error frecuente: multiplica parámetros y coste.</translation>
    </message>
    <message>
        <source>split {split}</source>
        <translation>parte {split}</translation>
    </message>
    <message>
        <source>{heads} heads share {width}: {heads} × {head}</source>
        <translation>{heads} cabezas reparten {width}: {heads} × {head}</translation>
    </message>
    <message>
        <source>keep {width}</source>
        <translation>toda {width}</translation>
    </message>
    <message>
        <source>A common error: every head keeps the full width, so weights and cost grow with the number of heads.</source>
        <translation>Un error frecuente: cada cabeza conserva la dimensión entera, así que los pesos y el coste crecen con el número de cabezas.</translation>
    </message>
    <message>
        <source>common error: {heads} times the weights</source>
        <translation>error frecuente: {heads} veces los pesos</translation>
    </message>
    <message>
        <source>own width: {heads} × {head}</source>
        <translation>dimensión propia: {heads} × {head}</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Capas</translation>
    </message>
    <message>
        <source>How many blocks stand one above the other. Each adds the same number of parameters.</source>
        <translation>Cuántos bloques se apilan. Cada uno añade el mismo número de parámetros.</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Máscara</translation>
    </message>
    <message>
        <source>Each head gets an equal share of the width, so more heads need no more weights.</source>
        <translation>Cada cabeza recibe una parte igual de la dimensión: más cabezas no necesitan más pesos.</translation>
    </message>
    <message>
        <source>Which tokens may be looked at: all, only earlier ones (as when writing a text word by word), or the last few.</source>
        <translation>A qué tokens se puede mirar: a todos, solo a los anteriores (como al escribir un texto palabra a palabra) o a los últimos.</translation>
    </message>
    <message>
        <source>Every token may look at every token.</source>
        <translation>Todo token puede mirar a todos.</translation>
    </message>
    <message>
        <source>causal</source>
        <translation>causal</translation>
    </message>
    <message>
        <source>A token may look at itself and at earlier tokens only.</source>
        <translation>Un token solo puede mirarse a sí mismo y a los anteriores.</translation>
    </message>
    <message>
        <source>window</source>
        <translation>ventana</translation>
    </message>
    <message>
        <source>A token may look at itself and at the last few before it; how many is set under More.</source>
        <translation>Un token puede mirarse a sí mismo y a los últimos anteriores; cuántos se fija en Más.</translation>
    </message>
    <message>
        <source>Width d_model</source>
        <translation>Dim. d_model</translation>
    </message>
    <message>
        <source>How many numbers describe a token all along the stream. Weights grow with its square.</source>
        <translation>Cuántos números describen un token a lo largo de todo el flujo. Los pesos crecen con su cuadrado.</translation>
    </message>
    <message>
        <source>Inner width</source>
        <translation>Dim. interna</translation>
    </message>
    <message>
        <source>Width inside the feed-forward network, d_ff; usually four times the model’s width.</source>
        <translation>Dimensión dentro de la red densa por posición, d_ff; suele ser cuatro veces la del modelo.</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>Activación</translation>
    </message>
    <message>
        <source>The bend inside the feed-forward network; without one, two layers would be no more than one.</source>
        <translation>El codo dentro de la red densa por posición; sin él, dos capas no serían más que una.</translation>
    </message>
    <message>
        <source>Cuts off everything below 0.</source>
        <translation>Corta todo lo que está por debajo de 0.</translation>
    </message>
    <message>
        <source>A smooth ReLU, computed exactly.</source>
        <translation>Una ReLU suave, calculada con exactitud.</translation>
    </message>
    <message>
        <source>The same by a formula with tanh, as in GPT-2.</source>
        <translation>Lo mismo con una fórmula con tanh, como en GPT-2.</translation>
    </message>
    <message>
        <source>Two matrices, one opening and closing the other; a third matrix brings the result back.</source>
        <translation>Dos matrices, de las que una abre y cierra el paso a la otra; una tercera devuelve el resultado a su dimensión.</translation>
    </message>
    <message>
        <source>Norm variant</source>
        <translation>Variante</translation>
    </message>
    <message>
        <source>Two ways to steady deep networks further: norms on both sides, or DeepNorm, which enlarges the skip connection.</source>
        <translation>Dos maneras más de estabilizar redes profundas: normalizar a ambos lados, o DeepNorm, que amplía la conexión de salto.</translation>
    </message>
    <message>
        <source>A norm before each part and another one on its output.</source>
        <translation>Normalización delante de cada parte y otra en su salida.</translation>
    </message>
    <message>
        <source>LN(α·x + F(x)), with some matrices drawn smaller by β; both follow from the number of layers.</source>
        <translation>LN(α·x + F(x)), con algunas matrices sorteadas más pequeñas, por β; ambas salen del número de capas.</translation>
    </message>
    <message>
        <source>Kind of norm</source>
        <translation>Tipo de norm.</translation>
    </message>
    <message>
        <source>Layer norm takes off the mean and divides by the deviation; RMS norm only divides, and has no bias.</source>
        <translation>La normalización por capas quita la media y divide por la desviación; la RMS solo divide, y no tiene sesgo.</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>por capas</translation>
    </message>
    <message>
        <source>Mean 0, deviation 1, then gain and bias.</source>
        <translation>Media 0, desviación 1; luego ganancia y sesgo.</translation>
    </message>
    <message>
        <source>Root mean square 1, then gain.</source>
        <translation>Media cuadrática 1; luego ganancia.</translation>
    </message>
    <message>
        <source>Own head width</source>
        <translation>Dim. propia</translation>
    </message>
    <message>
        <source>Any width for each head, whatever the model’s width.</source>
        <translation>Una dimensión cualquiera para cada cabeza, sea cual sea la del modelo.</translation>
    </message>
    <message>
        <source>Key/value heads</source>
        <translation>Cabezas K/V</translation>
    </message>
    <message>
        <source>Several heads can share one set of keys and values, which saves memory. The number must divide the heads.</source>
        <translation>Varias cabezas pueden compartir las mismas claves y valores, y eso ahorra memoria. El número tiene que dividir al de cabezas.</translation>
    </message>
    <message>
        <source>all</source>
        <translation>todas</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Ventana</translation>
    </message>
    <message>
        <source>How many tokens a token may look at, itself included, counted backwards.</source>
        <translation>A cuántos tokens puede mirar un token, contando hacia atrás desde sí mismo.</translation>
    </message>
    <message>
        <source>Biases</source>
        <translation>Sesgos</translation>
    </message>
    <message>
        <source>Numbers added after each matrix and in each norm. Large models often leave them out.</source>
        <translation>Números que se suman después de cada matriz y en cada normalización. Los modelos grandes suelen prescindir de ellos.</translation>
    </message>
    <message>
        <source>Tied output</source>
        <translation>Salida compartida</translation>
    </message>
    <message>
        <source>The output uses the embedding’s own table again, which saves a matrix of vocabulary times width.</source>
        <translation>La salida vuelve a usar la tabla de los vectores de token, y eso ahorra una matriz de vocabulario por dimensión.</translation>
    </message>
    <message>
        <source>Scaling × √d</source>
        <translation>Escala × √d</translation>
    </message>
    <message>
        <source>Enlarges the embeddings before the encoding is added, so that the words outweigh the positions.</source>
        <translation>Agranda los vectores de token antes de sumar la codificación, para que las palabras pesen más que las posiciones.</translation>
    </message>
    <message>
        <source>Sines, cosines</source>
        <translation>Senos, cosenos</translation>
    </message>
    <message>
        <source>Sine and cosine taken in turn, or first all sines and then all cosines. The products of two positions are the same.</source>
        <translation>Senos y cosenos alternados, o primero todos los senos y luego todos los cosenos. Los productos de dos posiciones son los mismos.</translation>
    </message>
    <message>
        <source>in turn</source>
        <translation>alternos</translation>
    </message>
    <message>
        <source>in halves</source>
        <translation>mitades</translation>
    </message>
    <message>
        <source>Rotary base</source>
        <translation>Base rotatoria</translation>
    </message>
    <message>
        <source>The larger it is, the slower the slowest pair turns, and the farther positions can be told apart.</source>
        <translation>Cuanto mayor es, más despacio gira el par más lento y más lejos se distinguen las posiciones.</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vocabulario</translation>
    </message>
    <message>
        <source>How many rows the embedding table has. Words are spread over them.</source>
        <translation>Cuántas filas tiene la tabla de vectores de token. Las palabras se reparten entre ellas.</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexto</translation>
    </message>
    <message>
        <source>Rows of the learned position table: a sentence cannot be longer. Other encodings have no such limit.</source>
        <translation>Filas de la tabla de posiciones aprendidas: una frase no puede ser más larga. Las demás codificaciones no tienen ese límite.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Semilla</translation>
    </message>
    <message>
        <source>Which random weights are drawn. What changes with the seed is chance, what stays is the architecture.</source>
        <translation>Qué pesos aleatorios se sortean. Lo que cambia con la semilla es azar; lo que queda es la arquitectura.</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Menor</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Mayor</translation>
    </message>
    <message>
        <source>To the next smaller number that makes sense.</source>
        <translation>Al número menor más próximo que tenga sentido.</translation>
    </message>
    <message>
        <source>To the next larger number that makes sense.</source>
        <translation>Al número mayor más próximo que tenga sentido.</translation>
    </message>
</context>
<context>
    <name>CostCurve</name>
    <message>
        <source>Work against length</source>
        <translation>Trabajo según la longitud</translation>
    </message>
    <message>
        <source>scores and mixing n²</source>
        <translation>puntuaciones y mezcla n²</translation>
    </message>
    <message>
        <source>the rest n</source>
        <translation>el resto n</translation>
    </message>
    <message>
        <source>equal at {length}</source>
        <translation>iguales en {length}</translation>
    </message>
    <message>
        <source>{length} tokens: scores and mixing {quadratic} {unit}, the rest {linear} {unit}, output matrix left out</source>
        <translation>{length} tokens: puntuaciones y mezcla {quadratic} {unit}, el resto {linear} {unit}, sin la matriz de salida</translation>
    </message>
    <message>
        <source>{reading}. Scores and mixing grow with the square of the length, the rest of the blocks in proportion to it; both are equal at {crossing} tokens. Arrow keys read other lengths.</source>
        <translation>{reading}. Las puntuaciones y la mezcla crecen con el cuadrado de la longitud, y el resto de los bloques, en proporción a ella; son iguales en {crossing} tokens. Las flechas leen otras longitudes.</translation>
    </message>
</context>
<context>
    <name>CrashGuard</name>
    <message>
        <source>Something went wrong inside the program ({error}). Your work is kept, and you can go on.</source>
        <translation>Algo ha fallado dentro del programa ({error}). El trabajo está a salvo y se puede seguir.</translation>
    </message>
</context>
<context>
    <name>DepthPanel</name>
    <message>
        <source>Blocks shown one by one</source>
        <translation>Bloques mostrados uno a uno</translation>
    </message>
    <message>
        <source>Of which depth the gradients of each block are shown in the second chart.</source>
        <translation>De qué profundidad se muestran los gradientes de cada bloque en la segunda gráfica.</translation>
    </message>
</context>
<context>
    <name>Desk</name>
    <message>
        <source>The program did not end in order last time. Your work is here again.</source>
        <translation>La última vez el programa no terminó bien. El trabajo vuelve a estar aquí.</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Copiar los detalles</translation>
    </message>
    <message>
        <source>layer norm</source>
        <translation>normalización por capas</translation>
    </message>
    <message>
        <source>Put all settings back to what they were on the first day?</source>
        <translation>¿Devolver todos los ajustes a como estaban el primer día?</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Restablecer</translation>
    </message>
    <message>
        <source>All settings are as on the first day; the old file is kept beside.</source>
        <translation>Todos los ajustes están como el primer día; el archivo anterior se conserva al lado.</translation>
    </message>
    <message>
        <source>Nothing has been changed yet</source>
        <translation>Todavía no se ha cambiado nada</translation>
    </message>
    <message>
        <source>preparing fast kernels …</source>
        <translation>preparando el cálculo rápido …</translation>
    </message>
    <message>
        <source>work of another window</source>
        <translation>trabajo de otra ventana</translation>
    </message>
    <message>
        <source>The work of another window is still there.</source>
        <translation>El trabajo de otra ventana sigue ahí.</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Abrirlo</translation>
    </message>
</context>
<context>
    <name>Diagram</name>
    <message>
        <source>softmax</source>
        <translation>softmax</translation>
    </message>
    <message>
        <source>pattern · V</source>
        <translation>mapa · V</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>atención</translation>
    </message>
    <message>
        <source>each block</source>
        <translation>cada bloque</translation>
    </message>
    <message>
        <source>block 1 only</source>
        <translation>solo bloque 1</translation>
    </message>
    <message>
        <source>token numbers</source>
        <translation>números de token</translation>
    </message>
    <message>
        <source>residual stream</source>
        <translation>flujo residual</translation>
    </message>
    <message>
        <source>each skip connection</source>
        <translation>cada conexión de salto</translation>
    </message>
    <message>
        <source>encoding</source>
        <translation>codificación</translation>
    </message>
    <message>
        <source>what W_Q, W_K and W_V read</source>
        <translation>lo que leen W_Q, W_K y W_V</translation>
    </message>
    <message>
        <source>pattern</source>
        <translation>mapa</translation>
    </message>
    <message>
        <source>output</source>
        <translation>salida</translation>
    </message>
    <message>
        <source>Shapes on the arrows: {shapes}.</source>
        <translation>Formas en las flechas: {shapes}.</translation>
    </message>
    <message>
        <source>layer norm</source>
        <translation>norm. por capas</translation>
    </message>
    <message>
        <source>RMS norm</source>
        <translation>norm. RMS</translation>
    </message>
    <message>
        <source>sinusoidal</source>
        <translation>sinusoidal</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>aprendida</translation>
    </message>
    <message>
        <source>rotary</source>
        <translation>rotatoria</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>vector de token</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>red densa</translation>
    </message>
    <message>
        <source>output = Eᵀ</source>
        <translation>salida = Eᵀ</translation>
    </message>
    <message>
        <source>output W_U</source>
        <translation>salida W_U</translation>
    </message>
    <message>
        <source>embedding of the tokens</source>
        <translation>vectores de los tokens</translation>
    </message>
    <message>
        <source>{position} position encoding</source>
        <translation>codificación de posición {position}</translation>
    </message>
    <message>
        <source>{norm} of the attention</source>
        <translation>{norm} de la atención</translation>
    </message>
    <message>
        <source>{norm} of the feed-forward network</source>
        <translation>{norm} de la red densa por posición</translation>
    </message>
    <message>
        <source>{norm} on the attention’s output</source>
        <translation>{norm} en la salida de la atención</translation>
    </message>
    <message>
        <source>{norm} on the feed-forward network’s output</source>
        <translation>{norm} en la salida de la red densa por posición</translation>
    </message>
    <message>
        <source>attention with {heads} heads, each {d_head} wide</source>
        <translation>atención de {heads} cabezas, cada una de dimensión {d_head}</translation>
    </message>
    <message>
        <source>queries: the stream times W_Q</source>
        <translation>consultas: el flujo por W_Q</translation>
    </message>
    <message>
        <source>keys: the stream times W_K</source>
        <translation>claves: el flujo por W_K</translation>
    </message>
    <message>
        <source>values: the stream times W_V</source>
        <translation>valores: el flujo por W_V</translation>
    </message>
    <message>
        <source>scores: queries times keys, divided by √{d_head}, then softmax</source>
        <translation>puntuaciones: consultas por claves, entre √{d_head}, y luego softmax</translation>
    </message>
    <message>
        <source>heads: each mixes the values by its own pattern; then they are joined</source>
        <translation>cabezas: cada una mezcla los valores según su mapa; luego se juntan</translation>
    </message>
    <message>
        <source>output projection W_O</source>
        <translation>proyección de salida W_O</translation>
    </message>
    <message>
        <source>skip connection around the attention</source>
        <translation>conexión de salto de la atención</translation>
    </message>
    <message>
        <source>skip connection around the feed-forward network</source>
        <translation>conexión de salto de la red densa por posición</translation>
    </message>
    <message>
        <source>feed-forward network, {width} wide inside, {activation}</source>
        <translation>red densa por posición, de dimensión interna {width}, {activation}</translation>
    </message>
    <message>
        <source>final {norm}</source>
        <translation>{norm} final</translation>
    </message>
    <message>
        <source>output over {vocabulary} words</source>
        <translation>salida sobre {vocabulary} palabras</translation>
    </message>
    <message>
        <source>From the input upwards: {before}; {layers} blocks of: {inside}; then {after}.</source>
        <translation>Desde la entrada hacia arriba: {before}; {layers} bloques de: {inside}; después, {after}.</translation>
    </message>
    <message>
        <source>in block 1 only: {encoding}</source>
        <translation>solo en el bloque 1: {encoding}</translation>
    </message>
    <message>
        <source>on queries and keys only: {encoding}</source>
        <translation>solo en consultas y claves: {encoding}</translation>
    </message>
    <message>
        <source>changed by hand in layer {layers}</source>
        <translation>se cambió a mano en la capa {layers}</translation>
    </message>
</context>
<context>
    <name>DifferenceMap</name>
    <message>
        <source>Difference map</source>
        <translation>Mapa de la diferencia</translation>
    </message>
    <message>
        <source>{query} → {key}: A {a}, B {b}, B − A {difference}</source>
        <translation>{query} → {key}: A {a}, B {b}, B − A {difference}</translation>
    </message>
    <message>
        <source>There is no difference to show.</source>
        <translation>No hay ninguna diferencia que mostrar.</translation>
    </message>
    <message>
        <source>Selected: {cell}.</source>
        <translation>Elegida: {cell}.</translation>
    </message>
</context>
<context>
    <name>ExamplesButton</name>
    <message>
        <source>Examples ▾</source>
        <translation>Ejemplos ▾</translation>
    </message>
    <message>
        <source>Sentences to start from, each with the effect it shows</source>
        <translation>Frases para empezar, cada una con el efecto que muestra</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Ejemplos</translation>
    </message>
    <message>
        <source>Opens a list of sentences, each with the effect it shows.</source>
        <translation>Abre una lista de frases, cada una con el efecto que muestra.</translation>
    </message>
    <message>
        <source>Up and Down move, Enter takes the sentence, Escape closes the list.</source>
        <translation>Las flechas arriba y abajo recorren la lista, Intro toma la frase, Escape la cierra.</translation>
    </message>
    <message>
        <source>In English</source>
        <translation>En inglés</translation>
    </message>
    <message>
        <source>In Spanish</source>
        <translation>En español</translation>
    </message>
</context>
<context>
    <name>ExperimentBar</name>
    <message>
        <source>Whether attention notices in which order the tokens stand</source>
        <translation>Si la atención nota en qué orden están los tokens</translation>
    </message>
    <message>
        <source>What more heads cost, sharing the width or each keeping it</source>
        <translation>Qué cuestan más cabezas, si se reparten la dimensión o si cada una la conserva</translation>
    </message>
    <message>
        <source>How time and scores grow with the length</source>
        <translation>Cómo crecen el tiempo y las puntuaciones con la longitud</translation>
    </message>
    <message>
        <source>How large gradients are before any training, with the norm after or before each sublayer</source>
        <translation>Cuánto miden los gradientes antes de entrenar, con la normalización detrás o delante de cada subcapa</translation>
    </message>
    <message>
        <source>How far a layer reaches, and which of its steps must wait for each other</source>
        <translation>Hasta dónde alcanza una capa y qué pasos tienen que esperarse unos a otros</translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation>Experimento</translation>
    </message>
    <message>
        <source>Which claim is measured.</source>
        <translation>Qué afirmación se mide.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Gives up what is being measured</source>
        <translation>Abandona lo que se está midiendo</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Medir</translation>
    </message>
</context>
<context>
    <name>Experiments</name>
    <message>
        <source>Holds</source>
        <translation>Se cumple</translation>
    </message>
    <message>
        <source>Does not hold here</source>
        <translation>Aquí no se cumple</translation>
    </message>
    <message>
        <source>MACs in the blocks (without the output matrix) and scores of all layers for {length} tokens; every head with keys and values of its own.</source>
        <translation>MAC en los bloques (sin la matriz de salida) y puntuaciones de todas las capas para {length} tokens; cada cabeza con claves y valores propios.</translation>
    </message>
    <message>
        <source>at the input</source>
        <translation>en la entrada</translation>
    </message>
    <message>
        <source>after the first attention</source>
        <translation>tras la primera atención</translation>
    </message>
    <message>
        <source>in every block</source>
        <translation>en cada bloque</translation>
    </message>
    <message>
        <source>at queries and keys</source>
        <translation>en consultas y claves</translation>
    </message>
    <message>
        <source>no positions</source>
        <translation>sin posiciones</translation>
    </message>
    <message>
        <source>to the scores</source>
        <translation>en las puntuaciones</translation>
    </message>
    <message>
        <source>{model}, window of {n}</source>
        <translation>{model}, ventana de {n}</translation>
    </message>
    <message>
        <source>{model}, causal mask</source>
        <translation>{model}, causal</translation>
    </message>
    <message>
        <source>sinusoidal</source>
        <translation>sinusoidal</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>aprendida</translation>
    </message>
    <message>
        <source>rotary</source>
        <translation>rotatoria</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ninguna</translation>
    </message>
    <message>
        <source>Layers: {layers}, width: {width}, heads: {heads}, seed: {seed}.</source>
        <translation>Capas: {layers}, dimensión: {width}, cabezas: {heads}, semilla: {seed}.</translation>
    </message>
    <message>
        <source>Measured here with compiled code; threads: {threads}, median of {rounds}.</source>
        <translation>Medido aquí con código compilado; hilos: {threads}, mediana de {rounds}.</translation>
    </message>
    <message>
        <source>Measured here with plain numpy; threads: {threads}, median of {rounds}.</source>
        <translation>Medido aquí con numpy sin compilar; hilos: {threads}, mediana de {rounds}.</translation>
    </message>
    <message>
        <source>layer {n}</source>
        <translation>capa {n}</translation>
    </message>
    <message>
        <source>Positions ({kind})</source>
        <translation>Posiciones ({kind})</translation>
    </message>
    <message>
        <source>Agrees</source>
        <translation>Coincide</translation>
    </message>
    <message>
        <source>rows of “{word}”, no positions</source>
        <translation>filas «{word}» sin posiciones</translation>
    </message>
    <message>
        <source>rows of “{word}”, at the input</source>
        <translation>filas «{word}» en la entrada</translation>
    </message>
    <message>
        <source>{model} (in use)</source>
        <translation>{model} (en uso)</translation>
    </message>
    <message>
        <source>differs: {value}</source>
        <translation>difiere: {value}</translation>
    </message>
    <message>
        <source>head width</source>
        <translation>dim. cabeza</translation>
    </message>
    <message>
        <source>MACs in the blocks</source>
        <translation>MAC en los bloques</translation>
    </message>
    <message>
        <source>{heads} · split {width}</source>
        <translation>{heads} · parte {width}</translation>
    </message>
    <message>
        <source>{heads} · keep {width}</source>
        <translation>{heads} · toda {width}</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>no finito</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>sí</translation>
    </message>
    <message>
        <source>no</source>
        <translation>no</translation>
    </message>
    <message>
        <source>Numbers are the largest difference between the maps of the new order and the old maps with rows and columns moved; up to {tolerance} counts as 0, the rounding of float32.</source>
        <translation>Cada número es la mayor diferencia entre los mapas del orden nuevo y los antiguos con filas y columnas cambiadas de sitio; hasta {tolerance} cuenta como 0, el redondeo de float32.</translation>
    </message>
    <message>
        <source>“{word}” stands at places {first} and {second}.</source>
        <translation>«{word}» está en los lugares {first} y {second}.</translation>
    </message>
    <message>
        <source>No word is repeated here, so “{word}” is that of “{sentence}”, places {first} and {second}.</source>
        <translation>Aquí no se repite ninguna palabra, así que «{word}» es la de «{sentence}», lugares {first} y {second}.</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Cabezas</translation>
    </message>
    <message>
        <source>Q, K, V, O of a block</source>
        <translation>Q, K, V, O de un bloque</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>parámetros</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>puntuaciones</translation>
    </message>
    <message>
        <source>ms a block</source>
        <translation>ms por bloque</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>tokens</translation>
    </message>
    <message>
        <source>with twice as many</source>
        <translation>con el doble</translation>
    </message>
    <message>
        <source>measured, ms</source>
        <translation>medido, ms</translation>
    </message>
    <message>
        <source>fitted: n part</source>
        <translation>ajuste: parte n</translation>
    </message>
    <message>
        <source>n² part</source>
        <translation>parte n²</translation>
    </message>
    <message>
        <source>Fitted: {linear} µs · n + {quadratic} ns · n².</source>
        <translation>Ajuste: {linear} µs · n + {quadratic} ns · n².</translation>
    </message>
    <message>
        <source>No part grows with n² by the clock; by count both parts are equal at {counted} tokens.</source>
        <translation>Según el reloj, ninguna parte crece con n²; según las cuentas, ambas partes son iguales en {counted} tokens.</translation>
    </message>
    <message>
        <source>No part grows with n by the clock; by count both parts are equal at {counted} tokens.</source>
        <translation>Según el reloj, ninguna parte crece con n; según las cuentas, ambas partes son iguales en {counted} tokens.</translation>
    </message>
    <message>
        <source>The fit says that both parts are equal at {measured} tokens, but it is too far off to tell; by count, at {counted}.</source>
        <translation>El ajuste dice que ambas partes son iguales en {measured} tokens, pero se desvía demasiado para saberlo; según las cuentas, en {counted}.</translation>
    </message>
    <message>
        <source>Both parts are equal at {measured} tokens by the clock, beyond what was measured, and at {counted} by count.</source>
        <translation>Ambas partes son iguales en {measured} tokens según el reloj, más allá de lo medido, y en {counted} según las cuentas.</translation>
    </message>
    <message>
        <source>Both parts are equal at {measured} tokens by the clock, at {counted} by count.</source>
        <translation>Ambas partes son iguales en {measured} tokens según el reloj y en {counted} según las cuentas.</translation>
    </message>
    <message>
        <source>At {length} tokens the fit is off by {percent} %, more than anywhere else.</source>
        <translation>Con {length} tokens el ajuste se desvía un {percent} %, más que en ningún otro punto.</translation>
    </message>
    <message>
        <source>At {length} tokens the fit is off by {percent} %, more than {limit} %: measure again while the machine is idle.</source>
        <translation>Con {length} tokens el ajuste se desvía un {percent} %, más del {limit} %: vuelve a medir con la máquina desocupada.</translation>
    </message>
    <message>
        <source>weights of Q, K, V, O, one block</source>
        <translation>pesos de Q, K, V, O, un bloque</translation>
    </message>
    <message>
        <source>ms, one block, measured</source>
        <translation>ms, un bloque, medidos</translation>
    </message>
    <message>
        <source>split: heads share the width</source>
        <translation>parte: las cabezas se reparten la dimensión</translation>
    </message>
    <message>
        <source>keep: each head has the whole width</source>
        <translation>toda: cada cabeza conserva la dimensión entera</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>cabezas</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>sin medir</translation>
    </message>
    <message>
        <source>ms of a pass</source>
        <translation>ms de una pasada</translation>
    </message>
    <message>
        <source>both</source>
        <translation>ambas</translation>
    </message>
    <message>
        <source>tokens n</source>
        <translation>tokens n</translation>
    </message>
    <message>
        <source>equal at {length}</source>
        <translation>iguales en {length}</translation>
    </message>
</context>
<context>
    <name>ExperimentsPage</name>
    <message>
        <source>Order</source>
        <translation>Orden</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Cabezas</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Coste</translation>
    </message>
    <message>
        <source>Measures it now, in the setting of the lesson and not with the model in use</source>
        <translation>Lo mide ahora, en las condiciones de la lección y no con el modelo en uso</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Medir</translation>
    </message>
    <message>
        <source>Measures it now, with the model in use</source>
        <translation>Lo mide ahora, con el modelo en uso</translation>
    </message>
    <message>
        <source>Experiment “{name}”</source>
        <translation>Experimento «{name}»</translation>
    </message>
    <message>
        <source>Chart of the experiment</source>
        <translation>Gráfico del experimento</translation>
    </message>
    <message>
        <source>Measuring “{name}”: {done} of {total}</source>
        <translation>Midiendo «{name}»: {done} de {total}</translation>
    </message>
    <message>
        <source>These numbers are of an earlier model, sentence or order; press Measure for new ones.</source>
        <translation>Estos números son de un modelo, una frase o un orden anteriores; pulsa Medir para tener otros.</translation>
    </message>
    <message>
        <source>At the start</source>
        <translation>Al empezar</translation>
    </message>
    <message>
        <source>Reach</source>
        <translation>Alcance</translation>
    </message>
    <message>
        <source>Type a sentence of at least two words first</source>
        <translation>Escribe antes una frase de dos palabras o más</translation>
    </message>
    <message>
        <source>Move a token or press Shuffle first</source>
        <translation>Mueve antes un token o pulsa Barajar</translation>
    </message>
    <message>
        <source>The weights with 1 to 16 heads are counted, and a block of each is timed.</source>
        <translation>Se cuentan los pesos con 1 a 16 cabezas y se cronometra un bloque de cada modelo.</translation>
    </message>
    <message>
        <source>Longer and longer sentences are timed, and parts in n and in n² fitted to them.</source>
        <translation>Se cronometran frases cada vez más largas y se les ajustan una parte en n y otra en n².</translation>
    </message>
    <message>
        <source>Shallow and deep networks are drawn at random, and their gradients computed before any training.</source>
        <translation>Se sortean redes poco profundas y profundas, y se calculan sus gradientes antes de entrenar.</translation>
    </message>
    <message>
        <source>What each token changes in each output is computed for three layers, and all three are timed.</source>
        <translation>Se calcula, en tres capas, cuánto cambia cada token en cada salida, y se cronometran las tres.</translation>
    </message>
    <message>
        <source>Both orders are compared.</source>
        <translation>Se comparan los dos órdenes.</translation>
    </message>
    <message>
        <source>Something else is being measured now.</source>
        <translation>Ahora se está midiendo otra cosa.</translation>
    </message>
    <message>
        <source>Press Measure: the weights with 1 to 16 heads are counted, and a block of each is timed.</source>
        <translation>Pulsa Medir: se cuentan los pesos con 1 a 16 cabezas y se cronometra un bloque de cada modelo.</translation>
    </message>
    <message>
        <source>Press Measure: longer and longer sentences are timed, and parts in n and in n² fitted to them.</source>
        <translation>Pulsa Medir: se cronometran frases cada vez más largas y se les ajustan una parte en n y otra en n².</translation>
    </message>
    <message>
        <source>Press Measure: shallow and deep networks are drawn at random, and their gradients computed before any training.</source>
        <translation>Pulsa Medir: se sortean redes poco profundas y profundas, y se calculan sus gradientes antes de entrenar.</translation>
    </message>
    <message>
        <source>Press Measure: what each token changes in each output is computed for an attention layer and two recurrent ones, and all three are timed.</source>
        <translation>Pulsa Medir: se calcula cuánto cambia cada token en cada salida, en una capa de atención y dos recurrentes, y se cronometran las tres.</translation>
    </message>
    <message>
        <source>Type a sentence of at least two words above: only then is there another order.</source>
        <translation>Escribe arriba una frase de dos palabras o más: solo entonces hay otro orden.</translation>
    </message>
    <message>
        <source>Drag a token to another place or press Shuffle, then Measure: both orders are compared.</source>
        <translation>Arrastra un token a otro lugar o pulsa Barajar, y luego Medir: se comparan los dos órdenes.</translation>
    </message>
    <message>
        <source>Measuring “{name}” …</source>
        <translation>Midiendo «{name}» …</translation>
    </message>
</context>
<context>
    <name>FileActions</name>
    <message>
        <source>new</source>
        <translation>nuevo</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos los archivos (*)</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>open {name}</source>
        <translation>abrir {name}</translation>
    </message>
    <message>
        <source>Sessions (*.transformador.json *.json)</source>
        <translation>Sesiones (*.transformador.json *.json)</translation>
    </message>
    <message>
        <source>Save session</source>
        <translation>Guardar sesión</translation>
    </message>
    <message>
        <source>Export picture</source>
        <translation>Exportar imagen</translation>
    </message>
    <message>
        <source>this head</source>
        <translation>esta cabeza</translation>
    </message>
    <message>
        <source>Sessions, texts and weights (*.json *.txt *.safetensors)</source>
        <translation>Sesiones, textos y pesos (*.json *.txt *.safetensors)</translation>
    </message>
    <message>
        <source>this page</source>
        <translation>esta página</translation>
    </message>
    <message>
        <source>all heads and this one</source>
        <translation>todas las cabezas y esta</translation>
    </message>
    <message>
        <source>all heads</source>
        <translation>todas las cabezas</translation>
    </message>
    <message>
        <source>the window</source>
        <translation>la ventana</translation>
    </message>
    <message>
        <source>This page has nothing to show yet.</source>
        <translation>Esta página todavía no tiene nada que mostrar.</translation>
    </message>
    <message>
        <source>Export numbers</source>
        <translation>Exportar números</translation>
    </message>
    <message>
        <source>Tables of this page end at {limit} tokens; export the heads as an .npz file instead.</source>
        <translation>Las tablas de esta página llegan hasta {limit} tokens; exporta las cabezas como archivo .npz.</translation>
    </message>
    <message>
        <source>This page has no numbers yet.</source>
        <translation>Esta página aún no tiene números.</translation>
    </message>
    <message>
        <source>Arrays of numpy (*.npz)</source>
        <translation>Matrices de numpy (*.npz)</translation>
    </message>
    <message>
        <source>Open your own arrays</source>
        <translation>Abrir tus propias matrices</translation>
    </message>
    <message>
        <source>Writing {path} …</source>
        <translation>Escribiendo {path} …</translation>
    </message>
    <message>
        <source>The file was not written ({reason}).</source>
        <translation>El archivo no se ha escrito ({reason}).</translation>
    </message>
    <message>
        <source>The picture is on the clipboard.</source>
        <translation>La imagen está en el portapapeles.</translation>
    </message>
    <message>
        <source>The clipboard</source>
        <translation>El portapapeles</translation>
    </message>
    <message>
        <source>pasted session</source>
        <translation>sesión pegada</translation>
    </message>
    <message>
        <source>Copied to the clipboard.</source>
        <translation>Copiado al portapapeles.</translation>
    </message>
    <message>
        <source>Saved as {path}.</source>
        <translation>Guardado como {path}.</translation>
    </message>
    <message>
        <source>unsaved</source>
        <translation>sin guardar</translation>
    </message>
</context>
<context>
    <name>Footer</name>
    <message>
        <source>Point at a control to read what it does, or at a symbol to see its part of the diagram.</source>
        <translation>Señala un control para leer qué hace, o un símbolo para ver su parte del diagrama.</translation>
    </message>
    <message>
        <source>Not applied: {problem}</source>
        <translation>No se ha aplicado: {problem}</translation>
    </message>
    <message>
        <source>Use this legal choice instead.</source>
        <translation>Usa en su lugar esta opción válida.</translation>
    </message>
</context>
<context>
    <name>Formulas</name>
    <message>
        <source>Formulas that hold now</source>
        <translation>Fórmulas que valen ahora</translation>
    </message>
    <message>
        <source>Copy this formula</source>
        <translation>Copiar esta fórmula</translation>
    </message>
    <message>
        <source>Copy all formulas</source>
        <translation>Copiar todas las fórmulas</translation>
    </message>
</context>
<context>
    <name>HeadMap</name>
    <message>
        <source>Layer {layer}, head {head}: changed by hand</source>
        <translation>Capa {layer}, cabeza {head}: cambiada a mano</translation>
    </message>
    <message>
        <source>this token looks …</source>
        <translation>este token mira …</translation>
    </message>
    <message>
        <source>… at this one</source>
        <translation>… a este</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}</source>
        <translation>Capa {layer}, cabeza {head}</translation>
    </message>
    <message>
        <source>{query} → {key} masked</source>
        <translation>{query} → {key} tapada</translation>
    </message>
    <message>
        <source>{query} → {key} {value}</source>
        <translation>{query} → {key} {value}</translation>
    </message>
    <message>
        <source>Type a sentence above: here you will see which token looks at which.</source>
        <translation>Escribe arriba una frase: aquí se verá qué token mira a cuál.</translation>
    </message>
    <message>
        <source>Map of one head</source>
        <translation>Mapa de una cabeza</translation>
    </message>
    <message>
        <source>Head {head} of layer {layer}, {tokens} tokens. Arrow keys move from cell to cell.</source>
        <translation>Cabeza {head} de la capa {layer}, {tokens} tokens. Las flechas van de celda en celda.</translation>
    </message>
    <message>
        <source>Head {head} of layer {layer}: “{query}” looks mostly at “{best}”, {value}.</source>
        <translation>Cabeza {head} de la capa {layer}: «{query}» mira sobre todo a «{best}», {value}.</translation>
    </message>
    <message>
        <source>Selected: {cell}.</source>
        <translation>Elegida: {cell}.</translation>
    </message>
</context>
<context>
    <name>HeadTable</name>
    <message>
        <source>The numbers of the selected head: each row is a token that looks, each column a token looked at. Ctrl+C copies the selection.</source>
        <translation>Los números de la cabeza elegida: cada fila es un token que mira y cada columna un token mirado. Ctrl+C copia la selección.</translation>
    </message>
    <message>
        <source>Table of one head</source>
        <translation>Tabla de una cabeza</translation>
    </message>
    <message>
        <source>{n} cells are too many for the clipboard (limit {limit}): export the numbers to a file instead.</source>
        <translation>{n} celdas son demasiadas para el portapapeles (límite {limit}): es mejor exportar los números a un archivo.</translation>
    </message>
</context>
<context>
    <name>HeadTableModel</name>
    <message>
        <source>masked</source>
        <translation>tapada</translation>
    </message>
    <message>
        <source>“{token}” looks</source>
        <translation>«{token}» mira</translation>
    </message>
    <message>
        <source>“{token}” is looked at</source>
        <translation>a «{token}» se le mira</translation>
    </message>
    <message>
        <source>“{query}” may not look at “{key}”: masked</source>
        <translation>«{query}» no puede mirar a «{key}»: tapada</translation>
    </message>
    <message>
        <source>“{query}” looks at “{key}”: {value}</source>
        <translation>«{query}» mira a «{key}»: {value}</translation>
    </message>
</context>
<context>
    <name>HeadToggles</name>
    <message>
        <source>{head}: a click shows or hides it, with Ctrl it is shown alone</source>
        <translation>{head}: un clic la muestra o la oculta; con Ctrl se muestra solo esa</translation>
    </message>
    <message>
        <source>{head}, shown</source>
        <translation>{head}, visible</translation>
    </message>
    <message>
        <source>{head}, hidden</source>
        <translation>{head}, oculta</translation>
    </message>
    <message>
        <source>{head}, changed by hand</source>
        <translation>{head}, cambiada a mano</translation>
    </message>
    <message>
        <source>Shown: {chosen} of {count}. Arrow keys move, Space shows or hides head {at}, Ctrl+Space shows it alone.</source>
        <translation>Visibles: {chosen} de {count}. Las flechas mueven, Espacio muestra u oculta la cabeza {at}, Ctrl+Espacio muestra solo esa.</translation>
    </message>
    <message>
        <source>Changed by hand: {heads}.</source>
        <translation>Cambiadas a mano: {heads}.</translation>
    </message>
    <message>
        <source>Heads whose lines are shown</source>
        <translation>Cabezas cuyas líneas se muestran</translation>
    </message>
</context>
<context>
    <name>HeadsPage</name>
    <message>
        <source>Scale</source>
        <translation>Escala</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Colores</translation>
    </message>
    <message>
        <source>one for all</source>
        <translation>una para todas</translation>
    </message>
    <message>
        <source>per head</source>
        <translation>por cabeza</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>Every head is painted on the same scale from 0 to 1, so heads can be compared</source>
        <translation>Todas las cabezas se pintan en la misma escala de 0 a 1, así que se pueden comparar</translation>
    </message>
    <message>
        <source>Each head is stretched to its own largest value, so that flat heads show their shape</source>
        <translation>Cada cabeza se estira hasta su valor mayor, para que también las planas muestren su forma</translation>
    </message>
    <message>
        <source>Powers of ten, so that small values can be told apart</source>
        <translation>Potencias de diez, para que se distingan los valores pequeños</translation>
    </message>
    <message>
        <source>Scale of the colours</source>
        <translation>Escala de los colores</translation>
    </message>
    <message>
        <source>Which value gets the strongest colour; the legend states it</source>
        <translation>Qué valor recibe el color más intenso; la leyenda lo dice</translation>
    </message>
    <message>
        <source>Colour map</source>
        <translation>Mapa de colores</translation>
    </message>
    <message>
        <source>Which colours stand for small and large values</source>
        <translation>Qué colores representan los valores pequeños y los grandes</translation>
    </message>
</context>
<context>
    <name>Help</name>
    <message>
        <source>Text. The arrow keys scroll, Escape closes.</source>
        <translation>Texto. Las flechas lo desplazan, Escape cierra.</translation>
    </message>
    <message>
        <source>Closes this window</source>
        <translation>Cierra esta ventana</translation>
    </message>
    <message>
        <source>Glossary</source>
        <translation>Glosario</translation>
    </message>
    <message>
        <source>in English</source>
        <translation>en inglés</translation>
    </message>
    <message>
        <source>in Spanish</source>
        <translation>en español</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>Shows only the terms that contain what is typed, in either language</source>
        <translation>Muestra solo los términos que contienen lo escrito, en cualquiera de los dos idiomas</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>Términos</translation>
    </message>
    <message>
        <source>Up and Down choose a term; its meaning stands beside the list</source>
        <translation>Las flechas arriba y abajo eligen un término; su significado está junto a la lista</translation>
    </message>
    <message>
        <source>{key}, held</source>
        <translation>{key}, pulsada</translation>
    </message>
    <message>
        <source>Show the maps as they were before the last change (outside text fields)</source>
        <translation>Ver los mapas como eran antes del último cambio (fuera de los campos de texto)</translation>
    </message>
    <message>
        <source>Leave the sentence for the tokens, and go back</source>
        <translation>Ir de la frase a los tokens, y volver</translation>
    </message>
    <message>
        <source>New line in the sentence</source>
        <translation>Nueva línea en la frase</translation>
    </message>
    <message>
        <source>Move over tokens, heads or cells</source>
        <translation>Recorrer tokens, cabezas o celdas</translation>
    </message>
    <message>
        <source>arrow keys, {home}, {end}</source>
        <translation>flechas, {home}, {end}</translation>
    </message>
    <message>
        <source>Choose the token, head or cell</source>
        <translation>Elegir el token, la cabeza o la celda</translation>
    </message>
    <message>
        <source>Open a menu</source>
        <translation>Abrir un menú</translation>
    </message>
    <message>
        <source>Alt and the underlined letter</source>
        <translation>Alt y la letra subrayada</translation>
    </message>
    <message>
        <source>Inside the window</source>
        <translation>Dentro de la ventana</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Atajos de teclado</translation>
    </message>
    <message>
        <source>A row of a map says how one head mixes: which share of each token&apos;s value goes into what the head passes on.</source>
        <translation>Una fila de un mapa dice cómo mezcla una cabeza: qué parte del valor de cada token entra en lo que la cabeza entrega.</translation>
    </message>
    <message>
        <source>It does not say why the model answers as it does. What a token carries may have come from any other token in the layers before; the values that are mixed can be large or small; other heads, the skip connections and the feed-forward networks add their part; and quite different maps can lead to the same output.</source>
        <translation>No dice por qué el modelo responde lo que responde. Lo que lleva un token puede haber llegado de cualquier otro en las capas anteriores; los valores que se mezclan pueden ser grandes o pequeños; las demás cabezas, las conexiones de salto y las redes densas por posición ponen su parte, y mapas muy distintos pueden llevar a la misma salida.</translation>
    </message>
    <message>
        <source>Here it matters even more: the weights are random unless the badge says otherwise. An untrained head has no task, so a pattern that looks like grammar is chance.</source>
        <translation>Aquí importa aún más: los pesos son aleatorios mientras la etiqueta no diga otra cosa. Una cabeza sin entrenar no tiene ninguna tarea, así que un mapa que parece gramática es azar.</translation>
    </message>
    <message>
        <source>To find out what depends on what, change something and measure: switch a part off, replace a token, compare before and after.</source>
        <translation>Para averiguar qué depende de qué, hay que cambiar algo y medir: apagar una parte, sustituir un token, comparar el antes y el después.</translation>
    </message>
    <message>
        <source>To read: Jain and Wallace, “Attention is not Explanation” (2019, arXiv 1902.10186); Wiegreffe and Pinter, “Attention is not not Explanation” (2019, arXiv 1908.04626).</source>
        <translation>Para leer: Jain y Wallace, «Attention is not Explanation» (2019, arXiv 1902.10186); Wiegreffe y Pinter, «Attention is not not Explanation» (2019, arXiv 1908.04626).</translation>
    </message>
    <message>
        <source>Attention is not an explanation</source>
        <translation>La atención no es una explicación</translation>
    </message>
    <message>
        <source>Font {name}</source>
        <translation>Fuente {name}</translation>
    </message>
    <message>
        <source>A desktop laboratory in which a sentence shows how a transformer really works on it.</source>
        <translation>Un laboratorio de escritorio en el que una frase muestra cómo trabaja de verdad un transformador con ella.</translation>
    </message>
    <message>
        <source>Every number on screen is computed, from the weights in use, now. The program uses no network.</source>
        <translation>Cada número en pantalla se calcula ahora, con los pesos en uso. El programa no usa la red.</translation>
    </message>
    <message>
        <source>About Transformador</source>
        <translation>Acerca de Transformador</translation>
    </message>
    <message>
        <source>not installed as a package</source>
        <translation>no instalado como paquete</translation>
    </message>
</context>
<context>
    <name>Inside</name>
    <message>
        <source>everything as computed</source>
        <translation>todo como se calcula</translation>
    </message>
    <message>
        <source>A fixed</source>
        <translation>A fijada</translation>
    </message>
    <message>
        <source>A and B swapped</source>
        <translation>A y B intercambiados</translation>
    </message>
    <message>
        <source>comparison left</source>
        <translation>comparación cerrada</translation>
    </message>
    <message>
        <source>queries and keys are turned</source>
        <translation>las consultas y las claves se giran</translation>
    </message>
    <message>
        <source>added to the scores</source>
        <translation>se suma a las puntuaciones</translation>
    </message>
    <message>
        <source>added to what W_Q and W_K read</source>
        <translation>sumada a lo que leen W_Q y W_K</translation>
    </message>
    <message>
        <source>These weights do not come from a seed.</source>
        <translation>Estos pesos no salen de una semilla.</translation>
    </message>
    <message>
        <source>Type a sentence: then the arrays of “{name}” are compared with what it gives.</source>
        <translation>Escribe una frase: entonces los arrays de «{name}» se comparan con lo que resulta de ella.</translation>
    </message>
    <message>
        <source>added at the input</source>
        <translation>sumada a la entrada</translation>
    </message>
    <message>
        <source>added after the first attention</source>
        <translation>sumada después de la primera atención</translation>
    </message>
    <message>
        <source>added to the input of every block</source>
        <translation>sumada a la entrada de cada bloque</translation>
    </message>
    <message>
        <source>nowhere</source>
        <translation>en ninguna parte</translation>
    </message>
</context>
<context>
    <name>IntervenePage</name>
    <message>
        <source>Output</source>
        <translation>Salida</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Mapa</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>Todas las cabezas</translation>
    </message>
    <message>
        <source>What stands above</source>
        <translation>Qué se ve arriba</translation>
    </message>
    <message>
        <source>The output after the changes, the map after them, or every head in numbers.</source>
        <translation>La salida después de los cambios, el mapa después de ellos o cada cabeza en números.</translation>
    </message>
</context>
<context>
    <name>InterventionControls</name>
    <message>
        <source>This head</source>
        <translation>Esta cabeza</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Mapa</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Factor</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valor</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Atención</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>Red densa</translation>
    </message>
    <message>
        <source>A head that is off adds nothing; its map is still shown.</source>
        <translation>Una cabeza apagada no suma nada; su mapa se sigue viendo.</translation>
    </message>
    <message>
        <source>Off, no head of this layer adds anything, nor does its bias.</source>
        <translation>Apagada, ninguna cabeza de esta capa suma nada, ni tampoco su sesgo.</translation>
    </message>
    <message>
        <source>Off, the feed-forward network of this layer adds nothing.</source>
        <translation>Apagada, la red densa por posición de esta capa no suma nada.</translation>
    </message>
    <message>
        <source>on</source>
        <translation>encendida</translation>
    </message>
    <message>
        <source>off</source>
        <translation>apagada</translation>
    </message>
    <message>
        <source>as computed</source>
        <translation>como se calcula</translation>
    </message>
    <message>
        <source>The softmax of the scores, as ever.</source>
        <translation>El softmax de las puntuaciones, como siempre.</translation>
    </message>
    <message>
        <source>the row still sums to 1</source>
        <translation>la fila sigue sumando 1</translation>
    </message>
    <message>
        <source>The other cells of the row share what is left, in proportion; otherwise they stay as they are.</source>
        <translation>Las demás celdas de la fila se reparten lo que queda, en proporción; si no, se quedan como están.</translation>
    </message>
    <message>
        <source>What the head is made to look at, whatever its scores say.</source>
        <translation>Adónde se obliga a mirar a la cabeza, digan lo que digan sus puntuaciones.</translation>
    </message>
    <message>
        <source>What the head adds is multiplied by this: 1 changes nothing, −1 turns it round.</source>
        <translation>Lo que suma la cabeza se multiplica por esto: 1 no cambia nada, −1 le da la vuelta.</translation>
    </message>
    <message>
        <source>From 0 to 1: how much the first token is to look at the second.</source>
        <translation>De 0 a 1: cuánto debe mirar el primer token al segundo.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Set cell</source>
        <translation>Fijar</translation>
    </message>
    <message>
        <source>The cell is computed again.</source>
        <translation>La celda se vuelve a calcular.</translation>
    </message>
    <message>
        <source>Writes the value into the cell.</source>
        <translation>Escribe el valor en la celda.</translation>
    </message>
    <message>
        <source>“{text}” is no number.</source>
        <translation>«{text}» no es un número.</translation>
    </message>
</context>
<context>
    <name>Interventions</name>
    <message>
        <source>Layer {layer}</source>
        <translation>Capa {layer}</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}</source>
        <translation>Capa {layer}, cabeza {head}</translation>
    </message>
    <message>
        <source>uniform</source>
        <translation>uniforme</translation>
    </message>
    <message>
        <source>identity</source>
        <translation>identidad</translation>
    </message>
    <message>
        <source>previous token</source>
        <translation>token anterior</translation>
    </message>
    <message>
        <source>first token</source>
        <translation>primer token</translation>
    </message>
    <message>
        <source>Every token looks at all alike.</source>
        <translation>Cada token mira a todos por igual.</translation>
    </message>
    <message>
        <source>Every token looks at itself only.</source>
        <translation>Cada token solo se mira a sí mismo.</translation>
    </message>
    <message>
        <source>Every token looks at the one before it; where there is none, at itself.</source>
        <translation>Cada token mira al anterior; si no lo hay, a sí mismo.</translation>
    </message>
    <message>
        <source>Every token looks at the first one; where the mask forbids it, at itself.</source>
        <translation>Cada token mira al primero; si la máscara lo tapa, a sí mismo.</translation>
    </message>
    <message>
        <source>not in force: the model has no such layer now</source>
        <translation>sin efecto: ahora el modelo no tiene esa capa</translation>
    </message>
    <message>
        <source>not in force: the layer has no such head now</source>
        <translation>sin efecto: ahora la capa no tiene esa cabeza</translation>
    </message>
    <message>
        <source>not in force: the sentence has no such token now</source>
        <translation>sin efecto: ahora la frase no tiene ese token</translation>
    </message>
    <message>
        <source>not in force: the mask forbids this cell now</source>
        <translation>sin efecto: ahora la máscara tapa esta celda</translation>
    </message>
    <message>
        <source>“{token}”</source>
        <translation>«{token}»</translation>
    </message>
    <message>
        <source>token {number}</source>
        <translation>el token {number}</translation>
    </message>
    <message>
        <source>off</source>
        <translation>apagada</translation>
    </message>
    <message>
        <source>attention off</source>
        <translation>atención apagada</translation>
    </message>
    <message>
        <source>feed-forward off</source>
        <translation>red densa apagada</translation>
    </message>
    <message>
        <source>pattern forced, {pattern}</source>
        <translation>mapa impuesto, {pattern}</translation>
    </message>
    <message>
        <source>{query} looks at {key} with {value}, the rest of the row follows</source>
        <translation>{query} mira a {key} con {value}, el resto de la fila se ajusta</translation>
    </message>
    <message>
        <source>{query} looks at {key} with {value}, the rest of the row stays as it is</source>
        <translation>{query} mira a {key} con {value}, el resto de la fila se queda como está</translation>
    </message>
</context>
<context>
    <name>InterventionsPanel</name>
    <message>
        <source>everything as computed</source>
        <translation>todo como se calcula</translation>
    </message>
    <message>
        <source>Type a sentence to change what its heads do.</source>
        <translation>Escribe una frase para cambiar lo que hacen sus cabezas.</translation>
    </message>
    <message>
        <source>The whole layer {layer}</source>
        <translation>Toda la capa {layer}</translation>
    </message>
    <message>
        <source>Changes by hand</source>
        <translation>Cambios a mano</translation>
    </message>
    <message>
        <source>Choose a cell in the map to set its value.</source>
        <translation>Elige una celda del mapa para fijar su valor.</translation>
    </message>
    <message>
        <source>The mask forbids the selected cell.</source>
        <translation>La máscara tapa la celda elegida.</translation>
    </message>
    <message>
        <source>{query} looks at {key}</source>
        <translation>{query} mira a {key}</translation>
    </message>
    <message>
        <source>as computed again: {change}</source>
        <translation>otra vez como se calcula: {change}</translation>
    </message>
</context>
<context>
    <name>Laboratory</name>
    <message>
        <source>Experiments measure the model without the changes by hand.</source>
        <translation>Los experimentos miden el modelo sin los cambios a mano.</translation>
    </message>
    <message>
        <source>The experiment could not be made ({reason}).</source>
        <translation>No se pudo hacer el experimento ({reason}).</translation>
    </message>
</context>
<context>
    <name>LaneCard</name>
    <message>
        <source>Lets this run stand out below; “Weights” saves it and uses it</source>
        <translation>Destaca este modelo abajo; «Pesos» lo guarda y lo usa</translation>
    </message>
    <message>
        <source>Remove {run}</source>
        <translation>Quitar: {run}</translation>
    </message>
    <message>
        <source>Takes this run out of the race</source>
        <translation>Saca este modelo de la carrera</translation>
    </message>
    <message>
        <source>{run}: layer norm</source>
        <translation>{run}: normalización por capas</translation>
    </message>
    <message>
        <source>Where the norm stands in each block</source>
        <translation>Dónde está la normalización en cada bloque</translation>
    </message>
    <message>
        <source>warm-up</source>
        <translation>calentamiento</translation>
    </message>
    <message>
        <source>Steps in which the learning rate rises from near 0 to its full value; 0: none</source>
        <translation>Pasos en los que la tasa de aprendizaje sube desde casi 0 hasta su valor pleno; 0: ninguno</translation>
    </message>
    <message>
        <source>{run}: warm-up of the learning rate</source>
        <translation>{run}: calentamiento de la tasa</translation>
    </message>
    <message>
        <source>skip connections</source>
        <translation>conexiones de salto</translation>
    </message>
    <message>
        <source>Without them each part passes on only what it computed itself</source>
        <translation>Sin ellas, cada parte transmite solo lo que ella misma ha calculado</translation>
    </message>
    <message>
        <source>{run}: skip connections</source>
        <translation>{run}: conexiones de salto</translation>
    </message>
    <message>
        <source>x + F(LN(x))</source>
        <translation>x + F(LN(x))</translation>
    </message>
    <message>
        <source>LN(x + F(x))</source>
        <translation>LN(x + F(x))</translation>
    </message>
    <message>
        <source>x + F(x)</source>
        <translation>x + F(x)</translation>
    </message>
    <message>
        <source>x + LN(F(LN(x)))</source>
        <translation>x + LN(F(LN(x)))</translation>
    </message>
    <message>
        <source>LN(α·x + F(x)), matrices drawn smaller by β</source>
        <translation>LN(α·x + F(x)), matrices sorteadas más pequeñas por β</translation>
    </message>
    <message>
        <source>from “{name}”, trained for {steps} steps</source>
        <translation>desde «{name}», entrenado {steps} pasos</translation>
    </message>
</context>
<context>
    <name>Ledger</name>
    <message>
        <source>Ledger</source>
        <translation>Cuentas</translation>
    </message>
    <message>
        <source>Copy number</source>
        <translation>Copiar el número</translation>
    </message>
    <message>
        <source>Copy all as table</source>
        <translation>Copiar todo como tabla</translation>
    </message>
    <message>
        <source>Copy as command</source>
        <translation>Copiar como orden</translation>
    </message>
    <message>
        <source>Copy from the ledger</source>
        <translation>Copiar de las cuentas</translation>
    </message>
    <message>
        <source>Copies a number, the whole table, or the command that prints it</source>
        <translation>Copia un número, la tabla entera o la orden que la produce</translation>
    </message>
    <message>
        <source>Unit of work</source>
        <translation>Unidad de trabajo</translation>
    </message>
    <message>
        <source>Exactly two FLOPs are one MAC</source>
        <translation>Dos FLOP son exactamente un MAC</translation>
    </message>
    <message>
        <source>Counts multiply-accumulates: a multiplication with its addition</source>
        <translation>Cuenta MAC: una multiplicación con su suma</translation>
    </message>
    <message>
        <source>Counts operations: exactly two for each multiply-accumulate</source>
        <translation>Cuenta operaciones: exactamente dos por cada MAC</translation>
    </message>
    <message>
        <source>Twice as long, four times the scores</source>
        <translation>Doble de largo, 4 veces las puntuaciones</translation>
    </message>
    <message>
        <source>Every number of this model with its formula; Ctrl+C copies the number</source>
        <translation>Cada número de este modelo con su fórmula; Ctrl+C copia el número</translation>
    </message>
    <message>
        <source>Scrolls through the ledger</source>
        <translation>Desplaza las cuentas</translation>
    </message>
    <message>
        <source>No tokens, no work.</source>
        <translation>Sin tokens no hay trabajo.</translation>
    </message>
    <message>
        <source>{length} tokens: scores × 4, work in all × {factor}</source>
        <translation>{length} tokens: puntuaciones × 4, trabajo total × {factor}</translation>
    </message>
    <message>
        <source>Component</source>
        <translation>Componente</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valor</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Unidad</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>Fórmula</translation>
    </message>
    <message>
        <source>Copied {number}</source>
        <translation>Copiado {number}</translation>
    </message>
</context>
<context>
    <name>LedgerDifferences</name>
    <message>
        <source>{name}: A {a}, B {b}, {change}</source>
        <translation>{name}: A {a}, B {b}, {change}</translation>
    </message>
    <message>
        <source>What differs in the ledger</source>
        <translation>Qué cambia en las cuentas</translation>
    </message>
    <message>
        <source>Nothing is compared.</source>
        <translation>No se compara nada.</translation>
    </message>
</context>
<context>
    <name>LedgerModel</name>
    <message>
        <source>changed by {change}</source>
        <translation>cambio de {change}</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>bytes</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>parámetros</translation>
    </message>
    <message>
        <source>cells</source>
        <translation>celdas</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>ink</source>
        <translation>tinta</translation>
    </message>
    <message>
        <source>grey</source>
        <translation>gris</translation>
    </message>
    <message>
        <source>Log: {low} to 1, anything less is painted like 0</source>
        <translation>Log: de {low} a 1; lo menor se pinta como 0</translation>
    </message>
    <message>
        <source>Per head: 0 to {high}, this head&apos;s largest</source>
        <translation>Por cabeza: de 0 a {high}, el mayor de esta cabeza</translation>
    </message>
    <message>
        <source>One scale for all: 0 to 1 (largest here {high}; “per head” shows more)</source>
        <translation>Una escala para todas: de 0 a 1 (lo mayor aquí, {high}; «por cabeza» muestra más)</translation>
    </message>
    <message>
        <source>One scale for all: 0 to 1</source>
        <translation>Una escala para todas: de 0 a 1</translation>
    </message>
    <message>
        <source>colours: {name}</source>
        <translation>colores: {name}</translation>
    </message>
    <message>
        <source>hatched: masked</source>
        <translation>rayado: tapado por la máscara</translation>
    </message>
    <message>
        <source>at the right: the sum of each row</source>
        <translation>a la derecha: la suma de cada fila</translation>
    </message>
    <message>
        <source>rows {top} to {bottom}, columns {left} to {right} of {tokens}; press 0 for all</source>
        <translation>filas {top} a {bottom}, columnas {left} a {right} de {tokens}; con 0, todo</translation>
    </message>
    <message>
        <source>Per head: 0 to each head&apos;s own largest</source>
        <translation>Por cabeza: de 0 al mayor de cada una</translation>
    </message>
    <message>
        <source>rows are layers, columns are heads</source>
        <translation>las filas son capas; las columnas, cabezas</translation>
    </message>
    <message>
        <source>each dot is the largest of {n} × {n} cells</source>
        <translation>cada punto es el mayor de {n} × {n} celdas</translation>
    </message>
</context>
<context>
    <name>LengthChooser</name>
    <message>
        <source>Tokens counted</source>
        <translation>Tokens contados</translation>
    </message>
    <message>
        <source>Twice as long</source>
        <translation>El doble de largo</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Counts a sentence of twice the length</source>
        <translation>Cuenta una frase el doble de larga</translation>
    </message>
    <message>
        <source>Any number of tokens, also more than can be computed</source>
        <translation>Cualquier número de tokens, también más de los que se pueden calcular</translation>
    </message>
    <message>
        <source>sentence</source>
        <translation>frase</translation>
    </message>
    <message>
        <source>Count the sentence that is typed above</source>
        <translation>Cuenta la frase escrita arriba</translation>
    </message>
    <message>
        <source>the sentence’s ({length})</source>
        <translation>los de la frase ({length})</translation>
    </message>
    <message>
        <source>Type a whole number of tokens from 0 to {limit}.</source>
        <translation>Escribe un número entero de tokens, de 0 a {limit}.</translation>
    </message>
</context>
<context>
    <name>Lines</name>
    <message>
        <source>looks</source>
        <translation>mira</translation>
    </message>
    <message>
        <source>is looked at</source>
        <translation>es mirado</translation>
    </message>
    <message>
        <source>Layer {layer}</source>
        <translation>Capa {layer}</translation>
    </message>
    <message>
        <source>head {head}</source>
        <translation>cabeza {head}</translation>
    </message>
    <message>
        <source>Thickness and strength of a line: its weight, 0 to 1</source>
        <translation>Grosor e intensidad de una línea: su peso, de 0 a 1</translation>
    </message>
    <message>
        <source>Hatched: masked</source>
        <translation>Rayado: tapado por la máscara</translation>
    </message>
    <message>
        <source>Every line is shown, however weak</source>
        <translation>Se muestran todas las líneas, por débiles que sean</translation>
    </message>
    <message>
        <source>No line is below {threshold}</source>
        <translation>Ninguna línea queda por debajo de {threshold}</translation>
    </message>
    <message>
        <source>Lines left out, below {threshold}: {n}, together {share} % of all weight</source>
        <translation>Líneas omitidas, por debajo de {threshold}: {n}; en total, el {share} % de todo el peso</translation>
    </message>
    <message>
        <source>Lines left out, below {threshold}: {n}, together {share} % of the weight of “{token}”</source>
        <translation>Líneas omitidas, por debajo de {threshold}: {n}; en total, el {share} % del peso de «{token}»</translation>
    </message>
    <message>
        <source>of the others, the strongest {shown} of {all} are drawn</source>
        <translation>de las demás se dibujan las {shown} más fuertes de {all}</translation>
    </message>
    <message>
        <source>Choose at least one head</source>
        <translation>Elige al menos una cabeza</translation>
    </message>
    <message>
        <source>No line is strong enough to be shown</source>
        <translation>Ninguna línea tiene peso suficiente para mostrarse</translation>
    </message>
    <message>
        <source>Strongest line: “{query}” looks at “{key}”, {value}</source>
        <translation>Línea más fuerte: «{query}» mira a «{key}», {value}</translation>
    </message>
    <message>
        <source>Strongest line: “{query}” looks at “{key}”, {value} ({head})</source>
        <translation>Línea más fuerte: «{query}» mira a «{key}», {value} ({head})</translation>
    </message>
    <message>
        <source>No line that is shown arrives at “{key}”</source>
        <translation>A «{key}» no llega ninguna de las líneas mostradas</translation>
    </message>
    <message>
        <source>“{key}” gets most from “{query}”: {value}</source>
        <translation>Quien más mira a «{key}» es «{query}»: {value}</translation>
    </message>
    <message>
        <source>“{key}” gets most from “{query}”: {value} ({head})</source>
        <translation>Quien más mira a «{key}» es «{query}»: {value} ({head})</translation>
    </message>
    <message>
        <source>“{query}” may not look at “{key}”: masked</source>
        <translation>«{query}» no puede mirar a «{key}»: tapada</translation>
    </message>
    <message>
        <source>“{query}” looks at “{key}”: {value}</source>
        <translation>«{query}» mira a «{key}»: {value}</translation>
    </message>
    <message>
        <source>“{query}” looks at “{key}”: {values}</source>
        <translation>«{query}» mira a «{key}»: {values}</translation>
    </message>
    <message>
        <source>“{query}” looks mostly at “{key}”: {value}</source>
        <translation>«{query}» mira sobre todo a «{key}»: {value}</translation>
    </message>
    <message>
        <source>“{key}” ({head}, {value})</source>
        <translation>«{key}» ({head}, {value})</translation>
    </message>
    <message>
        <source>“{query}” looks mostly at {values}</source>
        <translation>«{query}» mira sobre todo a {values}</translation>
    </message>
</context>
<context>
    <name>LinesPage</name>
    <message>
        <source>one token</source>
        <translation>un token</translation>
    </message>
    <message>
        <source>all tokens</source>
        <translation>todos</translation>
    </message>
    <message>
        <source>Whose lines are shown</source>
        <translation>De quién son las líneas</translation>
    </message>
    <message>
        <source>The lines of the chosen token, or of all tokens.</source>
        <translation>Las líneas del token elegido, o de todos los tokens.</translation>
    </message>
    <message>
        <source>Leave out below</source>
        <translation>Omitir bajo</translation>
    </message>
    <message>
        <source>Lines of a smaller weight are not drawn. Below the picture stands how much they hold together.</source>
        <translation>Las líneas de menos peso no se dibujan. Debajo de la imagen se dice cuánto suman.</translation>
    </message>
    <message>
        <source>Type a sentence above: here you will see which token looks at which, line by line.</source>
        <translation>Escribe una frase arriba: aquí verás qué token mira a cuál, línea por línea.</translation>
    </message>
    <message>
        <source>Nothing is shown yet.</source>
        <translation>Todavía no se muestra nada.</translation>
    </message>
    <message>
        <source>Choose a token at the left to see its lines alone</source>
        <translation>Elige un token a la izquierda para ver solo sus líneas</translation>
    </message>
    <message>
        <source>Up and Down choose the token that looks, Left and Right the one it looks at, Escape lets it go.</source>
        <translation>Arriba y Abajo eligen el token que mira; Izquierda y Derecha, aquel al que mira; Esc lo suelta.</translation>
    </message>
    <message>
        <source>Lines from token to token</source>
        <translation>Líneas de token a token</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Transformador</source>
        <translation>Transformador</translation>
    </message>
    <message>
        <source>A laboratory in which a sentence shows how a transformer works on it.</source>
        <translation>Un laboratorio en el que una frase muestra cómo trabaja un transformador con ella.</translation>
    </message>
    <message>
        <source>Drop the file here: a session is opened, a text becomes the sentence, weights are used</source>
        <translation>Suelta aquí el archivo: una sesión se abre, un texto pasa a ser la frase, unos pesos se usan</translation>
    </message>
    <message>
        <source>One file at a time, please</source>
        <translation>De uno en uno, por favor</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Deshacer</translation>
    </message>
    <message>
        <source>&amp;Undo “{change}”</source>
        <translation>&amp;Deshacer «{change}»</translation>
    </message>
    <message>
        <source>Nothing has been changed yet</source>
        <translation>Todavía no se ha cambiado nada</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Rehacer</translation>
    </message>
    <message>
        <source>&amp;Redo “{change}”</source>
        <translation>&amp;Rehacer «{change}»</translation>
    </message>
    <message>
        <source>Nothing has been undone</source>
        <translation>No se ha deshecho nada</translation>
    </message>
    <message>
        <source>This file is not there any more: {path}</source>
        <translation>Este archivo ya no está: {path}</translation>
    </message>
</context>
<context>
    <name>Mosaic</name>
    <message>
        <source>All heads</source>
        <translation>Todas las cabezas</translation>
    </message>
    <message>
        <source>layer {n}</source>
        <translation>capa {n}</translation>
    </message>
    <message>
        <source>head {n}</source>
        <translation>cabeza {n}</translation>
    </message>
    <message>
        <source>Scroll layers</source>
        <translation>Desplazar las capas</translation>
    </message>
    <message>
        <source>Moves through the layers that do not fit in</source>
        <translation>Recorre las capas que no caben</translation>
    </message>
    <message>
        <source>Scroll heads</source>
        <translation>Desplazar las cabezas</translation>
    </message>
    <message>
        <source>Moves through the heads that do not fit in</source>
        <translation>Recorre las cabezas que no caben</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}</source>
        <translation>Capa {layer}, cabeza {head}</translation>
    </message>
    <message>
        <source>Type a sentence above to see all heads.</source>
        <translation>Escribe arriba una frase para ver todas las cabezas.</translation>
    </message>
    <message>
        <source>{layers} layers with {heads} heads each. Selected: layer {layer}, head {head}. Arrow keys pick another one.</source>
        <translation>{layers} capas de {heads} cabezas cada una. Elegida: capa {layer}, cabeza {head}. Las flechas eligen otra.</translation>
    </message>
</context>
<context>
    <name>NextTokensModel</name>
    <message>
        <source>Token</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Antes</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Después</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Diferencia</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Probabilidad</translation>
    </message>
    <message>
        <source>others</source>
        <translation>los demás</translation>
    </message>
    <message>
        <source>id {number}</source>
        <translation>id {number}</translation>
    </message>
    <message>
        <source>{n} others</source>
        <translation>otros {n}</translation>
    </message>
    <message>
        <source>{name}: probability {after}</source>
        <translation>{name}: probabilidad {after}</translation>
    </message>
    <message>
        <source>{name}: before {before}, after {after}, difference {difference}</source>
        <translation>{name}: antes {before}, después {after}, diferencia {difference}</translation>
    </message>
</context>
<context>
    <name>OrderChips</name>
    <message>
        <source>“{token}” at place {n}; drag it to another one</source>
        <translation>«{token}» en el lugar {n}; arrástralo a otro</translation>
    </message>
    <message>
        <source>“{token}” is at place {n} now</source>
        <translation>«{token}» está ahora en el lugar {n}</translation>
    </message>
    <message>
        <source>{tokens}. Arrow keys choose a token, Ctrl+Left and Ctrl+Right move it.</source>
        <translation>{tokens}. Las flechas eligen un token; Ctrl+izquierda y Ctrl+derecha lo mueven.</translation>
    </message>
    <message>
        <source>Order of the tokens</source>
        <translation>Orden de los tokens</translation>
    </message>
</context>
<context>
    <name>OrderPanel</name>
    <message>
        <source>Shuffle</source>
        <translation>Barajar</translation>
    </message>
    <message>
        <source>Puts the tokens into an order drawn by chance</source>
        <translation>Pone los tokens en un orden sacado al azar</translation>
    </message>
    <message>
        <source>Back to the sentence’s order</source>
        <translation>Volver al orden de la frase</translation>
    </message>
    <message>
        <source>Puts every token back where it stood</source>
        <translation>Devuelve cada token a su sitio</translation>
    </message>
</context>
<context>
    <name>OutcomeTable</name>
    <message>
        <source>Numbers of the experiment</source>
        <translation>Números del experimento</translation>
    </message>
    <message>
        <source>Arrow keys move over the numbers; Ctrl+C copies the selection.</source>
        <translation>Las flechas recorren los números; Ctrl+C copia la selección.</translation>
    </message>
</context>
<context>
    <name>OverflowTabs</name>
    <message>
        <source>More ▾</source>
        <translation>Más ▾</translation>
    </message>
    <message>
        <source>More pages</source>
        <translation>Más páginas</translation>
    </message>
    <message>
        <source>The pages for which there is no room in the bar</source>
        <translation>Las páginas que no caben en la barra</translation>
    </message>
</context>
<context>
    <name>OwnArraysModel</name>
    <message>
        <source>no number (NaN)</source>
        <translation>ningún número (NaN)</translation>
    </message>
    <message>
        <source>Array</source>
        <translation>Array</translation>
    </message>
    <message>
        <source>Compared with</source>
        <translation>Comparado con</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Veredicto</translation>
    </message>
    <message>
        <source>Largest difference</source>
        <translation>Mayor diferencia</translation>
    </message>
    <message>
        <source>Where, or why not</source>
        <translation>Dónde, o por qué no</translation>
    </message>
    <message>
        <source>Relative</source>
        <translation>Relativa</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Media</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Forma</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Esperada</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>sin comparar</translation>
    </message>
    <message>
        <source>agrees</source>
        <translation>coincide</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>difiere</translation>
    </message>
    <message>
        <source>layer {layer}, head {head}: row {query}, column {key}</source>
        <translation>capa {layer}, cabeza {head}: fila {query}, columna {key}</translation>
    </message>
    <message>
        <source>{name}: the same numbers as {matched}.</source>
        <translation>{name}: los mismos números que {matched}.</translation>
    </message>
    <message>
        <source>{name} against {matched}: {verdict}; at {where}, {own} against {computed}.</source>
        <translation>{name} frente a {matched}: {verdict}; en {where}, {own} frente a {computed}.</translation>
    </message>
    <message>
        <source>{name} against {matched}: {verdict}; largest difference {largest} at {where} ({own} against {computed}).</source>
        <translation>{name} frente a {matched}: {verdict}; mayor diferencia, {largest} en {where} ({own} frente a {computed}).</translation>
    </message>
    <message>
        <source>A single map: compared with layer {layer}, head {head}, because that head is selected</source>
        <translation>Un solo mapa: comparado con la capa {layer}, cabeza {head}, porque esa cabeza está elegida</translation>
    </message>
    <message>
        <source>A single map: compared with layer {layer}, head {head}, as its name says</source>
        <translation>Un solo mapa: comparado con la capa {layer}, cabeza {head}, como dice su nombre</translation>
    </message>
</context>
<context>
    <name>OwnArraysView</name>
    <message>
        <source>Open an .npz …</source>
        <translation>Abrir un .npz …</translation>
    </message>
    <message>
        <source>Reads your own arrays and compares them; nothing in the file is run</source>
        <translation>Lee tus propios arrays y los compara; no se ejecuta nada del archivo</translation>
    </message>
    <message>
        <source>No file of your own is open</source>
        <translation>No hay abierto ningún archivo tuyo</translation>
    </message>
    <message>
        <source>“{name}”: none of its arrays can be compared</source>
        <translation>«{name}»: ninguno de sus arrays se puede comparar</translation>
    </message>
    <message>
        <source>“{name}”: {agree} of {compared} arrays agree within {tolerance}</source>
        <translation>«{name}»: {agree} de {compared} arrays coinciden con una tolerancia de {tolerance}</translation>
    </message>
    <message>
        <source>{n} not compared</source>
        <translation>{n} sin comparar</translation>
    </message>
    <message>
        <source>Drop the file here to compare it</source>
        <translation>Suelta aquí el archivo para compararlo</translation>
    </message>
    <message>
        <source>Save the attention of your own notebook with numpy.savez(&apos;own.npz&apos;, attentions=maps), maps of the shape [layers, heads, tokens, tokens] or, for the first layer alone, [heads, tokens, tokens], and open it here or drop it on this page. A single map, [tokens, tokens], is compared with the head that its name says (layer0_head3), else with the selected one. Names like those of the program compare any array: layers.0.q, layers.0.attn_scores, layers.1.resid_post … (layers from 0). Sentence and settings have to be those on screen.</source>
        <translation>Guarda la atención de tu propio cuaderno con numpy.savez(&apos;own.npz&apos;, attentions=maps), con mapas de la forma [capas, cabezas, tokens, tokens] o, para la primera capa sola, [cabezas, tokens, tokens], y ábrelo aquí o suéltalo en esta página. Un solo mapa, [tokens, tokens], se compara con la cabeza que dice su nombre (layer0_head3) o, si no, con la elegida. Con nombres como los del programa se compara cualquier array: layers.0.q, layers.0.attn_scores, layers.1.resid_post … (capas desde 0). La frase y los ajustes tienen que ser los que hay en pantalla.</translation>
    </message>
    <message>
        <source>Your own arrays</source>
        <translation>Tus propios arrays</translation>
    </message>
    <message>
        <source>Check your own</source>
        <translation>Comprueba los tuyos</translation>
    </message>
    <message>
        <source>Choose a row to go to the place of its largest difference.</source>
        <translation>Elige una fila para ir al lugar de su mayor diferencia.</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Heads</source>
        <translation>Cabezas</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabla</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Líneas</translation>
    </message>
    <message>
        <source>Intervene</source>
        <translation>Intervenir</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Etapas</translation>
    </message>
    <message>
        <source>Arithmetic</source>
        <translation>Aritmética</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>Flujo</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Posiciones</translation>
    </message>
    <message>
        <source>Experiments</source>
        <translation>Experimentos</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Entrenamiento</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>Semillas</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Comparar</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Comprobar</translation>
    </message>
    <message>
        <source>The maps of all heads, and one of them large</source>
        <translation>Los mapas de todas las cabezas, y uno de ellos en grande</translation>
    </message>
    <message>
        <source>The selected head as a table of numbers</source>
        <translation>La cabeza elegida como tabla de números</translation>
    </message>
    <message>
        <source>Who looks at whom, as lines between the tokens</source>
        <translation>Quién mira a quién, con líneas entre los tokens</translation>
    </message>
    <message>
        <source>Every head in numbers, and how to change what it does</source>
        <translation>Cada cabeza en números, y cómo cambiar lo que hace</translation>
    </message>
    <message>
        <source>One head step by step: Q, K, V, scores, pattern, z</source>
        <translation>Una cabeza paso a paso: Q, K, V, puntuaciones, patrón, z</translation>
    </message>
    <message>
        <source>Every step of one cell, with its numbers</source>
        <translation>Cada paso de una celda, con sus números</translation>
    </message>
    <message>
        <source>What attention and the feed-forward network add to the residual stream</source>
        <translation>Lo que la atención y la red densa suman al flujo residual</translation>
    </message>
    <message>
        <source>How order gets into the model</source>
        <translation>Cómo entra el orden en el modelo</translation>
    </message>
    <message>
        <source>Claims about order, heads, cost, depth and reach, measured here</source>
        <translation>Afirmaciones sobre el orden, las cabezas, el coste, la profundidad y el alcance, medidas aquí</translation>
    </message>
    <message>
        <source>Small models that learn side by side, with the norm here or there</source>
        <translation>Modelos pequeños que aprenden a la par, con la normalización en un sitio u otro</translation>
    </message>
    <message>
        <source>The same head with other random weights</source>
        <translation>La misma cabeza con otros pesos aleatorios</translation>
    </message>
    <message>
        <source>Two models or two sentences beside each other</source>
        <translation>Dos modelos o dos frases, uno al lado del otro</translation>
    </message>
    <message>
        <source>Your own arrays beside what is computed here</source>
        <translation>Tus propias matrices junto a lo que se calcula aquí</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Páginas</translation>
    </message>
</context>
<context>
    <name>Positions</name>
    <message>
        <source>dimension {j}</source>
        <translation>dimensión {j}</translation>
    </message>
    <message>
        <source>{name} · sin of pair {pair} · wavelength {length}</source>
        <translation>{name} · sen del par {pair} · onda de {length}</translation>
    </message>
    <message>
        <source>{name} · cos of pair {pair} · wavelength {length}</source>
        <translation>{name} · cos del par {pair} · onda de {length}</translation>
    </message>
    <message>
        <source>The encoding: positions down, dimensions across</source>
        <translation>La codificación: posiciones × dimensiones</translation>
    </message>
    <message>
        <source>one dot of {rows} × {columns}</source>
        <translation>un punto de {rows} × {columns}</translation>
    </message>
    <message>
        <source>One scale for all: −{limit} to {limit} (the largest number), the colour of the paper at 0.</source>
        <translation>Una escala para todo: de −{limit} a {limit} (el mayor número), el color del papel en 0.</translation>
    </message>
    <message>
        <source>One scale for all: −1 to 1, the colour of the paper at 0.</source>
        <translation>Una escala para todo: de −1 a 1, el color del papel en 0.</translation>
    </message>
    <message>
        <source>Three dimensions over the position</source>
        <translation>Tres dimensiones según la posición</translation>
    </message>
    <message>
        <source>position</source>
        <translation>posición</translation>
    </message>
    <message>
        <source>Line: mean; band: smallest to largest of all pairs equally far apart (up to {spread} wide, of {largest}).</source>
        <translation>Línea: media; banda: del menor al mayor de todos los pares igual de separados (ancho hasta {spread}, de {largest}).</translation>
    </message>
    <message>
        <source>Only the distance matters: pairs equally far apart differ by at most {spread} (rounding; largest {largest}).</source>
        <translation>Solo importa la distancia: los pares igual de separados difieren como mucho {spread} (redondeo; el mayor, {largest}).</translation>
    </message>
    <message>
        <source>An odd width leaves one sine without its cosine: pairs equally far apart differ by up to {spread} of {largest}.</source>
        <translation>Una anchura impar deja un seno sin su coseno: los pares igual de separados difieren hasta {spread} de {largest}.</translation>
    </message>
    <message>
        <source>Pairs equally far apart differ by up to {spread} of {largest}.</source>
        <translation>Los pares igual de separados difieren hasta {spread} de {largest}.</translation>
    </message>
    <message>
        <source>Of the first {n} positions.</source>
        <translation>De las primeras {n} posiciones.</translation>
    </message>
    <message>
        <source>PE(p) · PE(r) against the distance |p − r|</source>
        <translation>PE(p) · PE(r) según la distancia |p − r|</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>distancia</translation>
    </message>
    <message>
        <source>The products are equal: largest difference {difference} of {largest}, from adding in another order.</source>
        <translation>Los productos son iguales: mayor diferencia {difference} de {largest}, por sumar en otro orden.</translation>
    </message>
    <message>
        <source>The products differ by up to {difference} of {largest}.</source>
        <translation>Los productos difieren hasta {difference} de {largest}.</translation>
    </message>
    <message>
        <source>Columns 0, 2, 4 … of the one, then 1, 3, 5 …, are the columns of the other.</source>
        <translation>Las columnas 0, 2, 4 … de una, y después 1, 3, 5 …, son las columnas de la otra.</translation>
    </message>
    <message>
        <source>Two layouts, the same numbers</source>
        <translation>Dos disposiciones, los mismos números</translation>
    </message>
    <message>
        <source>interleaved: sine, cosine, sine, cosine …</source>
        <translation>alternados: seno, coseno, seno, coseno …</translation>
    </message>
    <message>
        <source>side by side: all sines, then all cosines</source>
        <translation>uno al lado del otro: todos los senos y luego todos los cosenos</translation>
    </message>
    <message>
        <source>{layout} (in use)</source>
        <translation>{layout} (en uso)</translation>
    </message>
    <message>
        <source>“{token}” ({position})</source>
        <translation>«{token}» ({position})</translation>
    </message>
    <message>
        <source>position {position}</source>
        <translation>posición {position}</translation>
    </message>
    <message>
        <source>Added to a score: −slope · distance, by head</source>
        <translation>Se suma a la puntuación: −pendiente · distancia, por cabeza</translation>
    </message>
    <message>
        <source>What is left of a weight: e^(−slope · distance), by head</source>
        <translation>Lo que queda de un peso: e^(−pendiente · distancia), por cabeza</translation>
    </message>
    <message>
        <source>A head with a steep slope sees its neighbours only, one with a flat slope the whole sentence.</source>
        <translation>Una cabeza de pendiente fuerte solo ve a sus vecinos; una de pendiente suave, toda la frase.</translation>
    </message>
    <message>
        <source>Nothing is learned here. Before softmax every step of distance takes off the slope; at the dashed line (−ln 2) half of the weight is left, before the row is made to sum to 1 again.</source>
        <translation>Aquí no se aprende nada. Antes de softmax, cada paso de distancia resta la pendiente; en la línea discontinua (−ln 2) queda la mitad del peso, antes de que la fila vuelva a sumar 1.</translation>
    </message>
    <message>
        <source>The slopes, and what they do at distance {distance}</source>
        <translation>Las pendientes y lo que hacen a distancia {distance}</translation>
    </message>
    <message>
        <source>head</source>
        <translation>cabeza</translation>
    </message>
    <message>
        <source>slope</source>
        <translation>pendiente</translation>
    </message>
    <message>
        <source>half at (tokens)</source>
        <translation>mitad a (tokens)</translation>
    </message>
    <message>
        <source>added to the score</source>
        <translation>se suma</translation>
    </message>
    <message>
        <source>weight × (factor)</source>
        <translation>peso × (factor)</translation>
    </message>
    <message>
        <source>Pair {pair} of 0 … {last}: the numbers {i} and {j} of q and k</source>
        <translation>Par {pair} de 0 … {last}: los números {i} y {j} de q y k</translation>
    </message>
    <message>
        <source>query</source>
        <translation>consulta</translation>
    </message>
    <message>
        <source>key</source>
        <translation>clave</translation>
    </message>
    <message>
        <source>between</source>
        <translation>entre ambas</translation>
    </message>
    <message>
        <source>{steps} · {frequency} = {angle} rad</source>
        <translation>{steps} · {frequency} = {angle} rad</translation>
    </message>
    <message>
        <source>= {degrees}° on the circle</source>
        <translation>= {degrees}° en el círculo</translation>
    </message>
    <message>
        <source>Solid hand: query; dashed: key; both turn by {frequency} rad with every position. Moved together they keep their angle.</source>
        <translation>Aguja continua: consulta; discontinua: clave; ambas giran {frequency} rad con cada posición. Si se mueven juntas, conservan su ángulo.</translation>
    </message>
    <message>
        <source>Early pairs turn fast and tell neighbours apart; late pairs turn slowly and tell near from far.</source>
        <translation>Los primeros pares giran deprisa y distinguen a los vecinos; los últimos giran despacio y distinguen lo cercano de lo lejano.</translation>
    </message>
    <message>
        <source>From fast to slow: pair, and positions for a whole turn</source>
        <translation>De rápido a lento: par y posiciones por vuelta completa</translation>
    </message>
    <message>
        <source>query of “{query}” and key of “{key}”</source>
        <translation>consulta de «{query}» y la clave de «{key}»</translation>
    </message>
    <message>
        <source>query and key of tokens {query} and {key} of the vocabulary</source>
        <translation>consulta y la clave de los tokens {query} y {key} del vocabulario</translation>
    </message>
    <message>
        <source>Measured with the {whose}, head {head} of layer 1: only the distance matters. Moved together from (p, r) to (p + s, r + s), q·k changes by at most {spread} (rounding; largest {largest}).</source>
        <translation>Medido con la {whose}, cabeza {head} de la capa 1: solo importa la distancia. Al moverlas juntas de (p, r) a (p + s, r + s), q·k cambia como mucho {spread} (redondeo; el mayor, {largest}).</translation>
    </message>
    <message>
        <source>Measured with the {whose}, head {head} of layer 1: moved together from (p, r) to (p + s, r + s), q·k changes by up to {spread} (largest {largest}).</source>
        <translation>Medido con la {whose}, cabeza {head} de la capa 1: al moverlas juntas de (p, r) a (p + s, r + s), q·k cambia hasta {spread} (el mayor, {largest}).</translation>
    </message>
    <message>
        <source>Marked: the q·k of the chosen positions, which in layer 1 Arithmetic shows too.</source>
        <translation>Marcado: el q·k de las posiciones elegidas, que en la capa 1 también muestra Aritmética.</translation>
    </message>
    <message>
        <source>q · k after turning, against the distance r − p (key minus query)</source>
        <translation>q · k tras el giro, según la distancia r − p (clave menos consulta)</translation>
    </message>
    <message>
        <source>{n} positions, counted from 0</source>
        <translation>{n} posiciones, contadas desde 0</translation>
    </message>
    <message>
        <source>the first {n} of {rows} positions, from 0</source>
        <translation>las primeras {n} de {rows} posiciones, desde 0</translation>
    </message>
    <message>
        <source>not in use: it enters nowhere</source>
        <translation>no se usa: no entra en ningún sitio</translation>
    </message>
    <message>
        <source>Type a sentence above: here you will see how the order of its words enters.</source>
        <translation>Escribe una frase arriba: aquí verás cómo entra el orden de sus palabras.</translation>
    </message>
    <message>
        <source>Shuffle the words, and every row of attention is shuffled along with them; nothing else changes, unless a causal mask tells before from after. The order experiment measures it. Choose an encoding on the left to give the words an order.</source>
        <translation>Baraja las palabras y todas las filas de la atención se barajan con ellas; nada más cambia, salvo que una máscara causal distinga el antes del después. El experimento del orden lo mide. Elige una codificación a la izquierda para dar un orden a las palabras.</translation>
    </message>
    <message>
        <source>Without positions the sentence is a set</source>
        <translation>Sin posiciones la frase es un conjunto</translation>
    </message>
    <message>
        <source>{query} and {key}: pair {pair} stands {angle} rad apart</source>
        <translation>{query} y {key}: el par {pair} está separado {angle} rad</translation>
    </message>
    <message>
        <source>{query} and {key}: distance {distance}, head 1 adds {penalty}</source>
        <translation>{query} y {key}: distancia {distance}, la cabeza 1 suma {penalty}</translation>
    </message>
    <message>
        <source>{query} · {key}: {product} at distance {distance}</source>
        <translation>{query} · {key}: {product} a distancia {distance}</translation>
    </message>
    <message>
        <source>{query} and {key}: distance {distance}</source>
        <translation>{query} y {key}: distancia {distance}</translation>
    </message>
</context>
<context>
    <name>PositionsPage</name>
    <message>
        <source>Positions</source>
        <translation>Posiciones</translation>
    </message>
    <message>
        <source>low</source>
        <translation>baja</translation>
    </message>
    <message>
        <source>middle</source>
        <translation>media</translation>
    </message>
    <message>
        <source>high</source>
        <translation>alta</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>Curva</translation>
    </message>
    <message>
        <source>Which of the three curves the slider beside it moves to another dimension.</source>
        <translation>Cuál de las tres curvas lleva a otra dimensión el control deslizante de al lado.</translation>
    </message>
    <message>
        <source>query</source>
        <translation>consulta</translation>
    </message>
    <message>
        <source>Position of the token that looks; arrow keys move it.</source>
        <translation>Posición del token que mira; las flechas la mueven.</translation>
    </message>
    <message>
        <source>key</source>
        <translation>clave</translation>
    </message>
    <message>
        <source>Position of the token looked at; arrow keys move it.</source>
        <translation>Posición del token mirado; las flechas la mueven.</translation>
    </message>
    <message>
        <source>Pair of numbers that is shown large; arrow keys choose another one.</source>
        <translation>Par de números que se muestra en grande; las flechas eligen otro.</translation>
    </message>
    <message>
        <source>pair</source>
        <translation>par</translation>
    </message>
    <message>
        <source>Dimension whose curve is drawn; arrow keys choose another one.</source>
        <translation>Dimensión cuya curva se dibuja; las flechas eligen otra.</translation>
    </message>
    <message>
        <source>dimension</source>
        <translation>dimensión</translation>
    </message>
    <message>
        <source>{dimension}: {value} at the query</source>
        <translation>{dimension}: {value} en la consulta</translation>
    </message>
    <message>
        <source>Slopes of the heads: {slopes}</source>
        <translation>Pendientes de las cabezas: {slopes}</translation>
    </message>
</context>
<context>
    <name>Presenter</name>
    <message>
        <source>These are the maps before the last change.</source>
        <translation>Estos son los mapas de antes del último cambio.</translation>
    </message>
    <message>
        <source>The maps before the last change differ in number or size. Hold F8 to see them.</source>
        <translation>Los mapas de antes del último cambio difieren en número o tamaño. Con F8 pulsada se ven.</translation>
    </message>
    <message>
        <source>Largest change since before, at least: {list}. Hold F8 to see the maps before.</source>
        <translation>Mayor cambio desde antes, como mínimo: {list}. Con F8 pulsada se ven los mapas de antes.</translation>
    </message>
    <message>
        <source>Largest change since before: {list}. Hold F8 to see the maps before.</source>
        <translation>Mayor cambio desde antes: {list}. Con F8 pulsada se ven los mapas de antes.</translation>
    </message>
    <message>
        <source>From layer {layer} on the numbers are too large for this kind of number: they became infinite or undefined.</source>
        <translation>Desde la capa {layer} los números son demasiado grandes para este tipo de número: se volvieron infinitos o indefinidos.</translation>
    </message>
    <message>
        <source>layer {number}: {value}</source>
        <translation>capa {number}: {value}</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>&amp;Look in:</source>
        <translation>Buscar &amp;en:</translation>
    </message>
    <message>
        <source>File &amp;name:</source>
        <translation>&amp;Nombre del archivo:</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>Archivos de &amp;tipo:</translation>
    </message>
</context>
<context>
    <name>QShortcut</name>
    <message>
        <source>Ctrl</source>
        <translation>Ctrl</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Mayús</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Intro</translation>
    </message>
</context>
<context>
    <name>Reach</name>
    <message>
        <source>Influence against distance, logarithmic</source>
        <translation>Influencia según la distancia, logarítmica</translation>
    </message>
    <message>
        <source>distance i − j</source>
        <translation>distancia i − j</translation>
    </message>
    <message>
        <source>ms of a layer, both axes logarithmic</source>
        <translation>ms de una capa, ejes logarítmicos</translation>
    </message>
    <message>
        <source>tokens n</source>
        <translation>tokens n</translation>
    </message>
    <message>
        <source>token j</source>
        <translation>token j</translation>
    </message>
    <message>
        <source>output i</source>
        <translation>salida i</translation>
    </message>
    <message>
        <source>influence of token j on output i, |∂y_i/∂x_j|: one logarithmic scale for all three; blank: (almost) none</source>
        <translation>influencia del token j en la salida i, |∂y_i/∂x_j|: una sola escala logarítmica para las tres; vacío: (casi) ninguna</translation>
    </message>
    <message>
        <source>self-attention</source>
        <translation>autoatención</translation>
    </message>
    <message>
        <source>recurrent (tanh)</source>
        <translation>recurrente (tanh)</translation>
    </message>
    <message>
        <source>recurrent (GRU)</source>
        <translation>recurrente (GRU)</translation>
    </message>
    <message>
        <source>convolution, width k</source>
        <translation>convolución, ancho k</translation>
    </message>
    <message>
        <source>work per layer, theory</source>
        <translation>trabajo por capa, teoría</translation>
    </message>
    <message>
        <source>sequential steps, theory</source>
        <translation>pasos en serie, teoría</translation>
    </message>
    <message>
        <source>longest path, theory</source>
        <translation>camino más largo, teoría</translation>
    </message>
    <message>
        <source>sequential steps here, n {n}</source>
        <translation>pasos en serie aquí, n {n}</translation>
    </message>
    <message>
        <source>longest path here, n {n}</source>
        <translation>camino más largo aquí, n {n}</translation>
    </message>
    <message>
        <source>From {before} to {last} tokens the time measured here grows, give or take what else the machine does: {times}.</source>
        <translation>De {before} a {last} tokens crece el tiempo medido aquí, según lo que más haga la máquina: {times}.</translation>
    </message>
    <message>
        <source>Influence is |∂y_i/∂x_j| (Frobenius), without skip connection and norm; far ÷ token before from {flat} on counts as flat, up to {falling} as falling.</source>
        <translation>La influencia es |∂y_i/∂x_j| (Frobenius), sin conexión de salto ni normalización; lejos ÷ token anterior cuenta como plano desde {flat}, y como descenso hasta {falling}.</translation>
    </message>
    <message>
        <source>ms, n {n} (÷ attention)</source>
        <translation>ms, n {n} (÷ atención)</translation>
    </message>
    <message>
        <source>farthest token that is reached, n {n}</source>
        <translation>token más lejano al que llega, n {n}</translation>
    </message>
    <message>
        <source>influence, far (from {far} on) ÷ token before</source>
        <translation>influencia, lejos (desde {far}) ÷ token anterior</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Capa</translation>
    </message>
    <message>
        <source>10⁹ multiply-adds a second, n {n}</source>
        <translation>10⁹ multiplicaciones y sumas por segundo, n {n}</translation>
    </message>
    <message>
        <source>time ÷ attention, n {n}</source>
        <translation>tiempo ÷ atención, n {n}</translation>
    </message>
    <message>
        <source>In attention any two positions are one hop apart; the price is n².</source>
        <translation>En la atención, dos posiciones cualesquiera están a un solo salto; el precio es n².</translation>
    </message>
    <message>
        <source>Attention has no mask here, so its map is a square; a recurrent layer can only look back, so its map is a triangle.</source>
        <translation>Aquí la atención no tiene máscara, así que su mapa es un cuadrado; una capa recurrente solo puede mirar hacia atrás, así que su mapa es un triángulo.</translation>
    </message>
    <message>
        <source>Attention has a mask here and can only look back, as a recurrent layer always does: all maps are triangles.</source>
        <translation>Aquí la atención tiene máscara y solo puede mirar hacia atrás, como siempre hace una capa recurrente: todos los mapas son triángulos.</translation>
    </message>
    <message>
        <source>Attention has a mask here and can only look back, at the last {window}; a recurrent layer can look back to the start.</source>
        <translation>Aquí la atención tiene máscara y solo puede mirar hacia atrás, a los últimos {window}; una capa recurrente puede mirar hasta el principio.</translation>
    </message>
    <message>
        <source>Steps that wait for each other: attention needs 1 however long the text is, a recurrent layer n, here {n}.</source>
        <translation>Pasos que se esperan unos a otros: la atención necesita 1 por largo que sea el texto; una capa recurrente, n, aquí {n}.</translation>
    </message>
    <message>
        <source>{layer} {share}</source>
        <translation>{layer} {share}</translation>
    </message>
    <message>
        <source>Influence on an output from far, {far} tokens back or more, ÷ from the token just before it (1: distance does not matter): {shares}.</source>
        <translation>Influencia en una salida desde lejos, {far} tokens atrás o más, ÷ desde el token anterior (1: la distancia no importa): {shares}.</translation>
    </message>
    <message>
        <source>{layer} × {times}</source>
        <translation>{layer} × {times}</translation>
    </message>
    <message>
        <source>All three layers are untrained, their matrices drawn Xavier uniform, biases 0: the first attention layer of the model in use (width {width}, heads {heads}, seed {seed}) and two recurrent layers of the same width; {length} random tokens N(0, 1), nothing added to them. A trained gate of the GRU could keep more from far.</source>
        <translation>Las tres capas están sin entrenar, con matrices Xavier uniforme y sesgos 0: la primera capa de atención del modelo en uso (dimensión {width}, cabezas {heads}, semilla {seed}) y dos capas recurrentes de la misma dimensión; {length} tokens al azar N(0, 1), sin sumarles nada. Una compuerta entrenada de la GRU podría conservar más de lo lejano.</translation>
    </message>
    <message>
        <source>Times: median of {rounds}; attention as this program computes it, the recurrent layers in numpy with everything that does not wait computed at once.</source>
        <translation>Tiempos: mediana de {rounds}; la atención como la calcula este programa, las capas recurrentes en numpy, con todo lo que no espera calculado de una vez.</translation>
    </message>
    <message>
        <source>Under the causal mask early outputs share among few tokens, which weigh more; far and near are compared on the same outputs.</source>
        <translation>Con la máscara causal, las primeras salidas se reparten entre pocos tokens, que pesan más; lejos y cerca se comparan en las mismas salidas.</translation>
    </message>
    <message>
        <source>{ms} (× {times})</source>
        <translation>{ms} (× {times})</translation>
    </message>
</context>
<context>
    <name>Scheduler</name>
    <message>
        <source>This needs {needed} of memory and {free} are free: it can be counted, but not computed here.</source>
        <translation>Hacen falta {needed} de memoria y hay {free} libres: aquí se puede contar, pero no calcular.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>{macs} multiply-adds and {cells} map cells: about {seconds} s and {bytes} of memory.</source>
        <translation>{macs} MAC y {cells} celdas de mapa: unos {seconds} s y {bytes} de memoria.</translation>
    </message>
    <message>
        <source>Compute it</source>
        <translation>Calcular</translation>
    </message>
    <message>
        <source>This could not be computed ({reason}). The last result is still shown; the log file has the details.</source>
        <translation>No se ha podido calcular ({reason}). Se sigue viendo el último resultado; el archivo de registro tiene los detalles.</translation>
    </message>
    <message>
        <source>Cancelled: the maps below are those of the last result.</source>
        <translation>Cancelado: los mapas de abajo son los del último resultado.</translation>
    </message>
</context>
<context>
    <name>SeedsStrip</name>
    <message>
        <source>One seed alone does not tell what is common and what is chance.</source>
        <translation>Una sola semilla no dice qué es común y qué es azar.</translation>
    </message>
    <message>
        <source>All cells of all seeds are alike: there is no difference to share out.</source>
        <translation>Todas las celdas de todas las semillas son iguales: no hay diferencia que repartir.</translation>
    </message>
    <message>
        <source>Of the variance between cells {common} % is common to all {n} seeds: the architecture’s doing. {varying} % changes with the seed: chance. (With nothing in common the mean map would still hold about {floor} %.)</source>
        <translation>De la varianza entre celdas, el {common} % es común a las {n} semillas: es obra de la arquitectura. El {varying} % cambia con la semilla: es azar. (Sin nada en común, el mapa medio tendría aun así cerca del {floor} %.)</translation>
    </message>
    <message>
        <source>One scale for all maps and the mean: 0 to 1; spread: 0 to {high}.</source>
        <translation>Una escala para todos los mapas y la media: de 0 a 1; dispersión: de 0 a {high}.</translation>
    </message>
    <message>
        <source>Hatched: masked.</source>
        <translation>Rayado: tapado por la máscara.</translation>
    </message>
    <message>
        <source>One head under {n} seeds</source>
        <translation>Una cabeza con {n} semillas</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head} under {n} seeds</source>
        <translation>Capa {layer}, cabeza {head} con {n} semillas</translation>
    </message>
    <message>
        <source>a click on a map takes its seed</source>
        <translation>un clic en un mapa elige su semilla</translation>
    </message>
    <message>
        <source>{map}: “{query}” may not look at “{key}”</source>
        <translation>{map}: «{query}» no puede mirar a «{key}»</translation>
    </message>
    <message>
        <source>{map}: “{query}” looks at “{key}”: {value}</source>
        <translation>{map}: «{query}» mira a «{key}»: {value}</translation>
    </message>
    <message>
        <source>“{query}” looks at “{key}”: mean {mean}, spread {spread}.</source>
        <translation>«{query}» mira a «{key}»: media {mean}, dispersión {spread}.</translation>
    </message>
    <message>
        <source>all maps and their mean</source>
        <translation>todos los mapas y su media</translation>
    </message>
    <message>
        <source>spread, on a scale of its own</source>
        <translation>dispersión, en su propia escala</translation>
    </message>
    <message>
        <source>seed {n}</source>
        <translation>semilla {n}</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>media</translation>
    </message>
    <message>
        <source>spread</source>
        <translation>dispersión</translation>
    </message>
    <message>
        <source>{n} seeds; in use: {seed}. Left and right arrow choose another one.</source>
        <translation>{n} semillas; en uso: {seed}. Las flechas izquierda y derecha eligen otra.</translation>
    </message>
    <message>
        <source>Type a sentence above: here you will see the same head under several seeds.</source>
        <translation>Escribe arriba una frase: aquí se verá la misma cabeza con varias semillas.</translation>
    </message>
    <message>
        <source>One head under several seeds</source>
        <translation>Una cabeza con varias semillas</translation>
    </message>
</context>
<context>
    <name>SentenceBar</name>
    <message>
        <source>words</source>
        <translation>palabras</translation>
    </message>
    <message>
        <source>One token a word; other visible characters stand alone; white space only separates</source>
        <translation>Un token por palabra; los demás caracteres visibles van solos; los espacios solo separan</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>caracteres</translation>
    </message>
    <message>
        <source>One token a character, spaces and line ends included</source>
        <translation>Un token por carácter, incluidos espacios y fines de línea</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>bytes</translation>
    </message>
    <message>
        <source>One token a byte of the text in UTF-8: an emoji takes four or more</source>
        <translation>Un token por byte del texto en UTF-8: un emoji ocupa cuatro o más</translation>
    </message>
    <message>
        <source>The longest sentence that is computed, in tokens</source>
        <translation>La frase más larga que se calcula, en tokens</translation>
    </message>
    <message>
        <source>What the sentence is cut into</source>
        <translation>En qué se corta la frase</translation>
    </message>
    <message>
        <source>These weights were trained on sentences cut in this way, and know no other pieces.</source>
        <translation>Estos pesos se entrenaron con frases cortadas así y no conocen otras piezas.</translation>
    </message>
    <message>
        <source>{count} token</source>
        <translation>{count} token</translation>
    </message>
    <message>
        <source>{count} tokens</source>
        <translation>{count} tokens</translation>
    </message>
    <message>
        <source>over the limit {limit}</source>
        <translation>por encima del límite {limit}</translation>
    </message>
    <message>
        <source>near the limit {limit}</source>
        <translation>cerca del límite {limit}</translation>
    </message>
    <message>
        <source>limit {limit}</source>
        <translation>límite {limit}</translation>
    </message>
    <message>
        <source>{tokenizer} ▾</source>
        <translation>{tokenizer} ▾</translation>
    </message>
    <message>
        <source>Tokeniser: {tokenizer}</source>
        <translation>Tokenizador: {tokenizer}</translation>
    </message>
</context>
<context>
    <name>SentenceBox</name>
    <message>
        <source>Type or paste a sentence</source>
        <translation>Escribe o pega una frase</translation>
    </message>
    <message>
        <source>Enter makes a new line. Tab goes on to the tokens.</source>
        <translation>Intro hace una línea nueva. Tab pasa a los tokens.</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>Frase</translation>
    </message>
    <message>
        <source>The text that the model reads. Enter makes a new line; Tab goes on to the tokens.</source>
        <translation>El texto que lee el modelo. Intro hace una línea nueva; Tab pasa a los tokens.</translation>
    </message>
    <message>
        <source>Nothing was pasted: the text would be {length} characters long, and {limit} is the most.</source>
        <translation>No se ha pegado nada: el texto tendría {length} caracteres, y el máximo es {limit}.</translation>
    </message>
</context>
<context>
    <name>SettingsGrid</name>
    <message>
        <source>Task</source>
        <translation>Tarea</translation>
    </message>
    <message>
        <source>Language of the text</source>
        <translation>Idioma del texto</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>Optimizador</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Profundidad</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Tasa de aprendizaje</translation>
    </message>
    <message>
        <source>After the warm-up</source>
        <translation>Tras el calentamiento</translation>
    </message>
    <message>
        <source>Rows a batch</source>
        <translation>Filas por lote</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Pasos</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Semilla</translation>
    </message>
    <message>
        <source>your own text file …</source>
        <translation>un archivo de texto propio …</translation>
    </message>
    <message>
        <source>Characters of a text of yours, in UTF-8</source>
        <translation>Caracteres de un texto tuyo, en UTF-8</translation>
    </message>
    <message>
        <source>English</source>
        <translation>inglés</translation>
    </message>
    <message>
        <source>Spanish</source>
        <translation>español</translation>
    </message>
    <message>
        <source>What the models learn; a text file can also be dropped on the page</source>
        <translation>Lo que aprenden los modelos; también se puede soltar un archivo de texto en la página</translation>
    </message>
    <message>
        <source>Of the characters or sentences that are learnt</source>
        <translation>De los caracteres o las frases que se aprenden</translation>
    </message>
    <message>
        <source>What the learning rate does when the warm-up is over</source>
        <translation>Lo que hace la tasa de aprendizaje cuando acaba el calentamiento</translation>
    </message>
    <message>
        <source>What becomes of a gradient</source>
        <translation>Lo que se hace con un gradiente</translation>
    </message>
    <message>
        <source>The full value, after the warm-up: 0.003, 0,003 or 1e-3</source>
        <translation>El valor pleno, tras el calentamiento: 0.003, 0,003 o 1e-3</translation>
    </message>
    <message>
        <source>Clip gradients at (0: never)</source>
        <translation>Recortar gradientes en (0: nunca)</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Calentamiento</translation>
    </message>
    <message>
        <source>A longer gradient is shortened to this norm; 0: never</source>
        <translation>Un gradiente más largo se acorta a esta norma; 0: nunca</translation>
    </message>
    <message>
        <source>Clip gradients at</source>
        <translation>Recortar gradientes en</translation>
    </message>
    <message>
        <source>How many rows each step learns from</source>
        <translation>De cuántas filas aprende cada paso</translation>
    </message>
    <message>
        <source>After so many steps every run ends</source>
        <translation>Tras tantos pasos acaba cada modelo</translation>
    </message>
    <message>
        <source>Of the first weights and of the data, the same for all runs</source>
        <translation>De los primeros pesos y de los datos, la misma para todos los modelos</translation>
    </message>
    <message>
        <source>How many blocks each model has</source>
        <translation>Cuántos bloques tiene cada modelo</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>bloques</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>tasa</translation>
    </message>
    <message>
        <source>The learning rate, in powers of ten</source>
        <translation>La tasa de aprendizaje, en potencias de diez</translation>
    </message>
    <message>
        <source>24 of 32 symbols, to be written backwards</source>
        <translation>24 de 32 símbolos, para escribirlos al revés</translation>
    </message>
    <message>
        <source>24 of 32 symbols, to be written again</source>
        <translation>24 de 32 símbolos, para escribirlos otra vez</translation>
    </message>
    <message>
        <source>24 of 32 symbols, to be sorted</source>
        <translation>24 de 32 símbolos, para ordenarlos</translation>
    </message>
    <message>
        <source>What followed the last time, follows again</source>
        <translation>Lo que siguió la última vez vuelve a seguir</translation>
    </message>
    <message>
        <source>Sentences whose verb agrees with a subject farther away</source>
        <translation>Frases cuyo verbo concuerda con un sujeto más lejano</translation>
    </message>
    <message>
        <source>Sentences whose pronoun stands for a word before it</source>
        <translation>Frases cuyo pronombre se refiere a una palabra anterior</translation>
    </message>
    <message>
        <source>The next character of a text</source>
        <translation>El carácter siguiente de un texto</translation>
    </message>
</context>
<context>
    <name>SignedMap</name>
    <message>
        <source>No difference larger than rounding ({limit}): both maps are the same.</source>
        <translation>Ninguna diferencia mayor que el redondeo ({limit}): los dos mapas son iguales.</translation>
    </message>
    <message>
        <source>B − A, symmetric scale −{end} to {end}: blue, more in B; orange, more in A</source>
        <translation>B − A, escala simétrica de −{end} a {end}: azul, más en B; naranja, más en A</translation>
    </message>
    <message>
        <source>each dot is the largest difference of {n} × {n} cells</source>
        <translation>cada punto es la mayor diferencia de {n} × {n} celdas</translation>
    </message>
    <message>
        <source>hatched: masked in both</source>
        <translation>rayado: tapado en ambos</translation>
    </message>
    <message>
        <source>Difference B − A</source>
        <translation>Diferencia B − A</translation>
    </message>
</context>
<context>
    <name>StageTiles</name>
    <message>
        <source>Nothing to show yet.</source>
        <translation>Aún no hay nada que mostrar.</translation>
    </message>
    <message>
        <source>{number} of {count} is shown large: {stage} Arrow keys or digits choose another one.</source>
        <translation>En grande, la {number} de {count}: {stage} Las flechas o las cifras eligen otra.</translation>
    </message>
    <message>
        <source>Stages in the order of computation</source>
        <translation>Etapas en el orden del cálculo</translation>
    </message>
</context>
<context>
    <name>Stages</name>
    <message>
        <source>Layer {layer}, head {head} · {stage}</source>
        <translation>Capa {layer}, cabeza {head} · {stage}</translation>
    </message>
    <message>
        <source>numbers 1 to {width}</source>
        <translation>números del 1 al {width}</translation>
    </message>
    <message>
        <source>each token:</source>
        <translation>cada token:</translation>
    </message>
    <message>
        <source>products</source>
        <translation>productos</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>puntuaciones</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>con máscara</translation>
    </message>
    <message>
        <source>pattern</source>
        <translation>mapa</translation>
    </message>
    <message>
        <source>content–content</source>
        <translation>contenido–contenido</translation>
    </message>
    <message>
        <source>content–position</source>
        <translation>contenido–posición</translation>
    </message>
    <message>
        <source>position–content</source>
        <translation>posición–contenido</translation>
    </message>
    <message>
        <source>position–position</source>
        <translation>posición–posición</translation>
    </message>
    <message>
        <source>biases</source>
        <translation>sesgos</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>suma</translation>
    </message>
    <message>
        <source>prod.</source>
        <translation>prod.</translation>
    </message>
    <message>
        <source>score</source>
        <translation>punt.</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>máscara</translation>
    </message>
    <message>
        <source>cont.–cont.</source>
        <translation>cont.–cont.</translation>
    </message>
    <message>
        <source>cont.–pos.</source>
        <translation>cont.–pos.</translation>
    </message>
    <message>
        <source>pos.–cont.</source>
        <translation>pos.–cont.</translation>
    </message>
    <message>
        <source>pos.–pos.</source>
        <translation>pos.–pos.</translation>
    </message>
    <message>
        <source>pattern
· V</source>
        <translation>mapa
· V</translation>
    </message>
    <message>
        <source>Divided by √{width} = {root}, so that wider heads do not give larger scores.</source>
        <translation>Entre √{width} = {root}, para que las cabezas más anchas no den puntuaciones mayores.</translation>
    </message>
    <message>
        <source>ALiBi&apos;s share, which grows with the distance, is taken off.</source>
        <translation>Se resta la parte de ALiBi, que crece con la distancia.</translation>
    </message>
    <message>
        <source>There is no mask: every token may look at every other.</source>
        <translation>No hay máscara: cada token puede mirar a todos.</translation>
    </message>
    <message>
        <source>Q: what each token asks for, its vector through W_Q.</source>
        <translation>Q: lo que pide cada token, su vector por W_Q.</translation>
    </message>
    <message>
        <source>K: what each token can be found by, its vector through W_K.</source>
        <translation>K: aquello por lo que cada token se deja encontrar, su vector por W_K.</translation>
    </message>
    <message>
        <source>Each row of Q times each row of K, number by number, and added up.</source>
        <translation>Cada fila de Q por cada fila de K, número a número, y todo sumado.</translation>
    </message>
    <message>
        <source>Hatched is what the mask forbids: it gets no attention at all.</source>
        <translation>Lo rayado lo tapa la máscara: no recibe ninguna atención.</translation>
    </message>
    <message>
        <source>Softmax of each row: e to the power of each score, divided by their sum. Each row sums to 1.</source>
        <translation>Softmax de cada fila: e elevado a cada puntuación, entre la suma de todas. Cada fila suma 1.</translation>
    </message>
    <message>
        <source>V: what each token hands over, its vector through W_V.</source>
        <translation>V: lo que entrega cada token, su vector por W_V.</translation>
    </message>
    <message>
        <source>Each row of the pattern mixes the rows of V: this is what the head brings the token.</source>
        <translation>Cada fila del mapa mezcla las filas de V: esto es lo que la cabeza trae al token.</translation>
    </message>
    <message>
        <source>What the two tokens have to do with each other, wherever they stand.</source>
        <translation>Lo que los dos tokens tienen que ver entre sí, estén donde estén.</translation>
    </message>
    <message>
        <source>What this token asks of a place, whatever stands there.</source>
        <translation>Lo que este token pide de un lugar, haya allí lo que haya.</translation>
    </message>
    <message>
        <source>What this place asks of a token, whoever asks there.</source>
        <translation>Lo que este lugar pide de un token, pregunte quien pregunte.</translation>
    </message>
    <message>
        <source>What the two places have to do with each other, whatever stands there.</source>
        <translation>Lo que los dos lugares tienen que ver entre sí, haya allí lo que haya.</translation>
    </message>
    <message>
        <source>Everything in which a bias takes part: b_Q, b_K and the bias of the norm.</source>
        <translation>Todo aquello en lo que interviene un sesgo: b_Q, b_K y el sesgo de la normalización.</translation>
    </message>
    <message>
        <source>What ALiBi takes off for the distance between the two tokens.</source>
        <translation>Lo que ALiBi resta por la distancia entre los dos tokens.</translation>
    </message>
    <message>
        <source>All maps added up: the scores of this head, before the mask.</source>
        <translation>Todos los mapas sumados: las puntuaciones de esta cabeza, antes de la máscara.</translation>
    </message>
    <message>
        <source>forced: all alike</source>
        <translation>impuesto: todos por igual</translation>
    </message>
    <message>
        <source>forced: itself</source>
        <translation>impuesto: a sí mismo</translation>
    </message>
    <message>
        <source>forced: the token before</source>
        <translation>impuesto: al token anterior</translation>
    </message>
    <message>
        <source>forced: the first token</source>
        <translation>impuesto: al primer token</translation>
    </message>
    <message>
        <source>cells set by hand: {n}</source>
        <translation>celdas fijadas a mano: {n}</translation>
    </message>
    <message>
        <source>off: z = 0</source>
        <translation>apagada: z = 0</translation>
    </message>
    <message>
        <source>z × {factor}</source>
        <translation>z × {factor}</translation>
    </message>
    <message>
        <source>Changed by hand: the head is off. Its z is 0, whatever pattern and V say.</source>
        <translation>Cambiado a mano: la cabeza está apagada. Su z es 0, digan lo que digan el mapa y V.</translation>
    </message>
    <message>
        <source>Each row of the pattern mixes the rows of V; by hand all of it is multiplied by {factor}.</source>
        <translation>Cada fila del mapa mezcla las filas de V; a mano, todo se multiplica por {factor}.</translation>
    </message>
    <message>
        <source>Changed by hand: this pattern is forced upon the head, whatever its scores say.</source>
        <translation>Cambiado a mano: este mapa se impone a la cabeza, digan lo que digan sus puntuaciones.</translation>
    </message>
    <message>
        <source>Changed by hand: a pattern is forced upon the head, then cells of it are set.</source>
        <translation>Cambiado a mano: se impone un mapa a la cabeza y luego se fijan celdas.</translation>
    </message>
    <message>
        <source>Softmax of each row; then cells are set by hand, and their rows follow or stay as they are.</source>
        <translation>Softmax de cada fila; luego se fijan celdas a mano, y sus filas se ajustan o se quedan como están.</translation>
    </message>
    <message>
        <source>This row was changed by hand: it sums to {sum}, not to 1.</source>
        <translation>Esta fila se cambió a mano: suma {sum}, no 1.</translation>
    </message>
    <message>
        <source>The maps add up to the scores (largest difference {gap}).</source>
        <translation>Los mapas suman las puntuaciones (diferencia máxima: {gap}).</translation>
    </message>
    <message>
        <source>The norm&apos;s deviation, which content and position share, is held at its value.</source>
        <translation>La desviación de la normalización, común a contenido y posición, se deja fija en su valor.</translation>
    </message>
    <message>
        <source>The norm&apos;s root mean square, which content and position share, is held at its value.</source>
        <translation>La media cuadrática de la normalización, común a contenido y posición, se deja fija en su valor.</translation>
    </message>
    <message>
        <source>Point at a cell, or choose one, to read it here</source>
        <translation>Señala una celda para leerla aquí</translation>
    </message>
    <message>
        <source>“{token}”: number {n} of its query is {value}</source>
        <translation>«{token}»: el número {n} de su consulta es {value}</translation>
    </message>
    <message>
        <source>“{token}”: number {n} of its key is {value}</source>
        <translation>«{token}»: el número {n} de su clave es {value}</translation>
    </message>
    <message>
        <source>“{token}”: number {n} of its value is {value}</source>
        <translation>«{token}»: el número {n} de su valor es {value}</translation>
    </message>
    <message>
        <source>“{token}”: number {n} of what the head brings it is {value}</source>
        <translation>«{token}»: el número {n} de lo que le trae la cabeza es {value}</translation>
    </message>
    <message>
        <source>“{query}” may not look at “{key}”: masked</source>
        <translation>«{query}» no puede mirar a «{key}»: tapada</translation>
    </message>
    <message>
        <source>Query of “{query}” · key of “{key}” = {value}</source>
        <translation>Consulta de «{query}» · clave de «{key}» = {value}</translation>
    </message>
    <message>
        <source>Score of “{query}” for “{key}”: {value}</source>
        <translation>Puntuación de «{query}» para «{key}»: {value}</translation>
    </message>
    <message>
        <source>“{query}” looks at “{key}”: {value}</source>
        <translation>«{query}» mira a «{key}»: {value}</translation>
    </message>
    <message>
        <source>“{query}” for “{key}”, {share}: {value}</source>
        <translation>«{query}» para «{key}», {share}: {value}</translation>
    </message>
    <message>
        <source>“{query}” looks mostly at “{high}”, {most}.</source>
        <translation>«{query}» mira sobre todo a «{high}», {most}.</translation>
    </message>
    <message>
        <source>In the row of “{query}” the largest is “{high}”, {most}, the smallest “{low}”, {least}.</source>
        <translation>En la fila de «{query}» la mayor es «{high}», {most}, y la menor «{low}», {least}.</translation>
    </message>
    <message>
        <source>Scale 0 to 1</source>
        <translation>Escala de 0 a 1</translation>
    </message>
    <message>
        <source>All 0</source>
        <translation>Todo 0</translation>
    </message>
    <message>
        <source>Scale −{limit} to {limit}, this map&apos;s farthest from 0</source>
        <translation>Escala de −{limit} a {limit}, lo más lejano de 0 en este mapa</translation>
    </message>
    <message>
        <source>One scale for all maps: −{limit} to {limit}</source>
        <translation>Una escala para todos los mapas: de −{limit} a {limit}</translation>
    </message>
    <message>
        <source>hatched: masked</source>
        <translation>rayado: tapado por la máscara</translation>
    </message>
    <message>
        <source>no mask</source>
        <translation>sin máscara</translation>
    </message>
    <message>
        <source>before the mask</source>
        <translation>antes de la máscara</translation>
    </message>
    <message>
        <source>each dot is the one of {down} × {across} cells that is farthest from 0</source>
        <translation>cada punto es la celda más lejana de 0 entre {down} × {across}</translation>
    </message>
</context>
<context>
    <name>StagesPage</name>
    <message>
        <source>Stages</source>
        <translation>Etapas</translation>
    </message>
    <message>
        <source>Split of the scores</source>
        <translation>Reparto de las puntuaciones</translation>
    </message>
    <message>
        <source>From Q and K to z, in the order of computation</source>
        <translation>De Q y K a z, en el orden del cálculo</translation>
    </message>
    <message>
        <source>What the scores of the first layer are made of: content, position and biases</source>
        <translation>De qué se componen las puntuaciones de la primera capa: contenido, posición y sesgos</translation>
    </message>
    <message>
        <source>What is shown of the head</source>
        <translation>Qué se muestra de la cabeza</translation>
    </message>
    <message>
        <source>Head {head} of layer {layer}, {stage}.</source>
        <translation>Cabeza {head} de la capa {layer}, {stage}.</translation>
    </message>
    <message>
        <source>Arrow keys move from cell to cell, digits choose a stage.</source>
        <translation>Las flechas van de celda en celda; las cifras eligen una etapa.</translation>
    </message>
    <message>
        <source>Type a sentence: then each step inside a head is shown here.</source>
        <translation>Escribe una frase: aquí se verá cada paso dentro de una cabeza.</translation>
    </message>
    <message>
        <source>Large map of one stage</source>
        <translation>Mapa grande de una etapa</translation>
    </message>
</context>
<context>
    <name>Start</name>
    <message>
        <source>theory: constant in post-norm, c/√L in pre-norm (c: a constant)</source>
        <translation>teoría: constante en post-norm, c/√L en pre-norm (c: una constante)</translation>
    </message>
    <message>
        <source>theory’s bounds in pre-norm</source>
        <translation>límites de la teoría en pre-norm</translation>
    </message>
    <message>
        <source>each seed</source>
        <translation>cada semilla</translation>
    </message>
    <message>
        <source>W_in, first matrix</source>
        <translation>W_in, primera matriz</translation>
    </message>
    <message>
        <source>W_out, second matrix</source>
        <translation>W_out, segunda matriz</translation>
    </message>
    <message>
        <source>Gradient of the last W_out, both axes logarithmic</source>
        <translation>Gradiente de la última W_out, ejes logarítmicos</translation>
    </message>
    <message>
        <source>blocks L</source>
        <translation>bloques L</translation>
    </message>
    <message>
        <source>Gradient in each of {layers} blocks</source>
        <translation>Gradiente en cada uno de {layers} bloques</translation>
    </message>
    <message>
        <source>Stream |x|²/D, paper’s setting: always {layers} blocks</source>
        <translation>Flujo |x|²/D del artículo: siempre {layers} bloques</translation>
    </message>
    <message>
        <source>block</source>
        <translation>bloque</translation>
    </message>
    <message>
        <source>post-norm</source>
        <translation>post-norm</translation>
    </message>
    <message>
        <source>pre-norm</source>
        <translation>pre-norm</translation>
    </message>
    <message>
        <source>post-norm: norm after each sublayer</source>
        <translation>post-norm: normalización detrás de cada subcapa</translation>
    </message>
    <message>
        <source>pre-norm: norm before each sublayer</source>
        <translation>pre-norm: normalización delante de cada subcapa</translation>
    </message>
    <message>
        <source>Norm and blocks</source>
        <translation>Normalización y bloques</translation>
    </message>
    <message>
        <source>last W_out, mean</source>
        <translation>última W_out, media</translation>
    </message>
    <message>
        <source>lowest</source>
        <translation>menor</translation>
    </message>
    <message>
        <source>highest</source>
        <translation>mayor</translation>
    </message>
    <message>
        <source>mean · √L</source>
        <translation>media · √L</translation>
    </message>
    <message>
        <source>first W_in</source>
        <translation>primera W_in</translation>
    </message>
    <message>
        <source>last W_in</source>
        <translation>última W_in</translation>
    </message>
    <message>
        <source>{norm} · {layers}</source>
        <translation>{norm} · {layers}</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>normalización</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>bloques</translation>
    </message>
    <message>
        <source>gradient of W_in, mean</source>
        <translation>gradiente de W_in, media</translation>
    </message>
    <message>
        <source>gradient of W_out, mean</source>
        <translation>gradiente de W_out, media</translation>
    </message>
    <message>
        <source>size of the stream, mean</source>
        <translation>tamaño del flujo, media</translation>
    </message>
    <message>
        <source>theory, low</source>
        <translation>teoría, mínimo</translation>
    </message>
    <message>
        <source>theory, high</source>
        <translation>teoría, máximo</translation>
    </message>
    <message>
        <source>With {layers} blocks, mean of the seeds, from the first block to the last:</source>
        <translation>Con {layers} bloques, media de las semillas, del primer bloque al último:</translation>
    </message>
    <message>
        <source>Xiong et al., 2020: at the start the gradient near the output is large in post-norm and stays as large however deep the model is, while in pre-norm it shrinks as 1/√L; this compares models, not the blocks of one.</source>
        <translation>Xiong et al., 2020: al principio, el gradiente cerca de la salida es grande en post-norm y sigue igual de grande por profundo que sea el modelo, mientras que en pre-norm baja como 1/√L; así se comparan modelos, no los bloques de uno.</translation>
    </message>
    <message>
        <source>Not the model in use but the setting of the lesson: width {width}, heads {heads}, feed-forward {ff}, vocabulary {vocabulary}, every matrix Xavier uniform, embeddings N(0, 1), no positions, {sentences} sentences of {tokens} tokens, seeds: {seeds}.</source>
        <translation>No es el modelo en uso, sino las condiciones de la lección: dimensión {width}, cabezas {heads}, red densa {ff}, vocabulario {vocabulary}, todas las matrices Xavier uniforme, vectores de token N(0, 1), sin posiciones, {sentences} frases de {tokens} tokens, semillas: {seeds}.</translation>
    </message>
    <message>
        <source>Largest ÷ smallest over the depths: post-norm {post} (up to {flat} counts as flat), pre-norm · √L {pre} (up to {constant} counts as constant).</source>
        <translation>Mayor ÷ menor entre las profundidades: post-norm {post} (hasta {flat} cuenta como plano), pre-norm · √L {pre} (hasta {constant} cuenta como constante).</translation>
    </message>
    <message>
        <source>Theory (Xiong et al., 2020, arXiv 2002.04745) says how the gradient depends on L and not how large it is: its lines stand at the mean of what was measured. In c/√L the number c does not depend on L: it is the mean of gradient · √L, here {c}.</source>
        <translation>La teoría (Xiong et al., 2020, arXiv 2002.04745) dice cómo depende el gradiente de L y no cuánto mide: sus líneas están en la media de lo medido. En c/√L, el número c no depende de L: es la media de gradiente · √L, aquí {c}.</translation>
    </message>
    <message>
        <source>Gradients that stay large near the output (Xiong et al., 2020) are one account of why deep post-norm needs a warm-up; Admin (arXiv 2004.08249) and DeepNet (arXiv 2203.00555) argue that the root cause is the amplified update.</source>
        <translation>Los gradientes que siguen siendo grandes cerca de la salida (Xiong et al., 2020) son una de las explicaciones de por qué post-norm, en redes profundas, necesita calentamiento de la tasa; Admin (arXiv 2004.08249) y DeepNet (arXiv 2203.00555) sostienen que la causa de fondo es la actualización amplificada.</translation>
    </message>
    <message>
        <source>The stream is that of the paper’s setting, where its size is known: W_Q = W_K = 0, feed-forward D × D, Xavier normal, D {width}, blocks: {layers}, seeds: {seeds}; in post-norm taken before the block’s last norm.</source>
        <translation>El flujo es el de las condiciones del artículo, donde se conoce su tamaño: W_Q = W_K = 0, red densa D × D, Xavier normal, D {width}, bloques: {layers}, semillas: {seeds}; en post-norm, antes de la última normalización del bloque.</translation>
    </message>
    <message>
        <source>{matrix} grows toward the output ({first} → {last})</source>
        <translation>{matrix} crece hacia la salida ({first} → {last})</translation>
    </message>
    <message>
        <source>{norm}: {inner}, {outer}.</source>
        <translation>{norm}: {inner}, {outer}.</translation>
    </message>
    <message>
        <source>{matrix} falls by {percent} % ({first} → {last})</source>
        <translation>{matrix} baja un {percent} % ({first} → {last})</translation>
    </message>
    <message>
        <source>{matrix} stays about the same ({first} → {last})</source>
        <translation>{matrix} queda casi igual ({first} → {last})</translation>
    </message>
    <message>
        <source>Stream, {norm}: {first} → {last}, as theory says.</source>
        <translation>Flujo, {norm}: {first} → {last}, como dice la teoría.</translation>
    </message>
    <message>
        <source>Stream, {norm}: {first} → {last}, not as theory says.</source>
        <translation>Flujo, {norm}: {first} → {last}, no como dice la teoría.</translation>
    </message>
</context>
<context>
    <name>StatisticsModel</name>
    <message>
        <source>{name} {score}</source>
        <translation>{name} {score}</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}</source>
        <translation>Capa {layer}, cabeza {head}</translation>
    </message>
    <message>
        <source>even attention would give {chance}</source>
        <translation>una atención uniforme daría {chance}</translation>
    </message>
    <message>
        <source>there is nothing to measure in this sentence</source>
        <translation>en esta frase no hay nada que medir</translation>
    </message>
    <message>
        <source>changed by hand</source>
        <translation>cambiada a mano</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Capa</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Cabeza</translation>
    </message>
    <message>
        <source>Looks at</source>
        <translation>Mira a</translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation>Entropía</translation>
    </message>
    <message>
        <source>Evenness</source>
        <translation>Uniforme</translation>
    </message>
    <message>
        <source>Distance</source>
        <translation>Distancia</translation>
    </message>
    <message>
        <source>Previous</source>
        <translation>Anterior</translation>
    </message>
    <message>
        <source>First</source>
        <translation>Primero</translation>
    </message>
    <message>
        <source>Itself</source>
        <translation>Sí mismo</translation>
    </message>
    <message>
        <source>Same</source>
        <translation>Igual</translation>
    </message>
    <message>
        <source>Layers count from 1, from the input on.</source>
        <translation>Las capas se cuentan desde 1, a partir de la entrada.</translation>
    </message>
    <message>
        <source>Heads count from 1 in each layer.</source>
        <translation>Las cabezas se cuentan desde 1 en cada capa.</translation>
    </message>
    <message>
        <source>A name stands only where the score lies far above what even attention would give, with that score; and on sentences of five tokens and more.</source>
        <translation>Solo hay nombre donde la puntuación queda muy por encima de la que daría una atención uniforme, y va con esa puntuación; y solo en frases de cinco tokens o más.</translation>
    </message>
    <message>
        <source>Mean entropy of the rows: 0 when each token looks at one token only, 1 when at all alike.</source>
        <translation>Entropía media de las filas: 0 si cada token mira a uno solo, 1 si mira a todos por igual.</translation>
    </message>
    <message>
        <source>Share of each row&apos;s weight that need not move to make it even. 1 is even attention.</source>
        <translation>Parte del peso de cada fila que no habría que mover para que fuera uniforme. 1 es atención uniforme.</translation>
    </message>
    <message>
        <source>How far away the tokens looked at stand, in tokens: the mean, weighted by attention.</source>
        <translation>A qué distancia están los tokens mirados, en tokens: la media ponderada por la atención.</translation>
    </message>
    <message>
        <source>Weight on the token just before, mean over all tokens but the first.</source>
        <translation>Peso en el token justo anterior, media de todos los tokens menos el primero.</translation>
    </message>
    <message>
        <source>Weight on the first token, mean over all others.</source>
        <translation>Peso en el primer token, media de todos los demás.</translation>
    </message>
    <message>
        <source>Weight of each token on itself, mean over all tokens.</source>
        <translation>Peso de cada token en sí mismo, media de todos los tokens.</translation>
    </message>
    <message>
        <source>Weight on the same token elsewhere, mean over the tokens that stand more than once.</source>
        <translation>Peso en el mismo token en otro lugar, media de los tokens que aparecen más de una vez.</translation>
    </message>
</context>
<context>
    <name>StatisticsTable</name>
    <message>
        <source>One row a head, sorted by any column. Up and Down choose a head; Ctrl+C copies.</source>
        <translation>Una fila por cabeza, ordenadas por la columna que quieras. Arriba y Abajo eligen una cabeza; Ctrl+C copia.</translation>
    </message>
    <message>
        <source>Statistics of all heads</source>
        <translation>Estadísticas de todas las cabezas</translation>
    </message>
    <message>
        <source>Evenness 1: shared out evenly. Distance: mean, in tokens. Same: weight on the same token elsewhere; “–”: none stands twice.</source>
        <translation>Uniforme 1: por igual. Distancia: media, en tokens. Igual: peso en el mismo token en otro lugar; «–»: ninguno se repite.</translation>
    </message>
    <message>
        <source>{n} heads, {named} of them with a clear pattern</source>
        <translation>{n} cabezas, {named} de ellas con un patrón claro</translation>
    </message>
    <message>
        <source>Type a sentence above: here you will see the scores of every head.</source>
        <translation>Escribe una frase arriba: aquí verás las puntuaciones de cada cabeza.</translation>
    </message>
    <message>
        <source>No tokens, so nothing to measure.</source>
        <translation>No hay tokens, así que no hay nada que medir.</translation>
    </message>
    <message>
        <source>Random weights: what a head seems to do here is chance.</source>
        <translation>Pesos aleatorios: lo que una cabeza parece hacer aquí es azar.</translation>
    </message>
    <message>
        <source>Measured on this sentence alone. A head gets a name only when its score supports it.</source>
        <translation>Medido solo en esta frase. Una cabeza recibe un nombre solo si su puntuación lo respalda.</translation>
    </message>
    <message>
        <source>Even attention would score: distance {distance}, previous {previous}, first {first}, itself {itself}.</source>
        <translation>Una atención uniforme daría: distancia {distance}, anterior {previous}, primero {first}, sí mismo {itself}.</translation>
    </message>
    <message>
        <source>Even attention would score: distance {distance}, previous {previous}, first {first}, itself {itself}, same {same}.</source>
        <translation>Una atención uniforme daría: distancia {distance}, anterior {previous}, primero {first}, sí mismo {itself}, igual {same}.</translation>
    </message>
</context>
<context>
    <name>StatusStrip</name>
    <message>
        <source>There is no message now.</source>
        <translation>Ahora no hay ningún mensaje.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Stops the work under way; the last good result stays.</source>
        <translation>Detiene el trabajo en curso; el último resultado bueno se queda.</translation>
    </message>
    <message>
        <source>Attention is not an explanation</source>
        <translation>La atención no es una explicación</translation>
    </message>
    <message>
        <source>Opens a short text on what attention weights say and what they do not.</source>
        <translation>Abre un texto breve sobre lo que dicen los pesos de atención y lo que no.</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>Weights in use, time and entropy of the last result, and work under way.</source>
        <translation>Pesos en uso, tiempo y entropía del último resultado y trabajo en curso.</translation>
    </message>
    <message>
        <source>random weights</source>
        <translation>pesos aleatorios</translation>
    </message>
    <message>
        <source>untrained</source>
        <translation>sin entrenar</translation>
    </message>
    <message>
        <source>constructed weights</source>
        <translation>pesos construidos</translation>
    </message>
    <message>
        <source>trained here</source>
        <translation>entrenados aquí</translation>
    </message>
    <message>
        <source>loaded weights</source>
        <translation>pesos cargados</translation>
    </message>
    <message>
        <source>seed {seed}</source>
        <translation>semilla {seed}</translation>
    </message>
    <message>
        <source>Where the weights in use come from.</source>
        <translation>De dónde vienen los pesos en uso.</translation>
    </message>
    <message>
        <source>Time that the last result took: {time}</source>
        <translation>Tiempo que costó el último resultado: {time}</translation>
    </message>
    <message>
        <source>Mean entropy of the rows of all maps: 0 when each token looks at one token only, 1 when at all alike.</source>
        <translation>Entropía media de las filas de todos los mapas: 0 si cada token mira a uno solo, 1 si mira a todos por igual.</translation>
    </message>
    <message>
        <source>entropy, mean of all heads: {share} of the maximum</source>
        <translation>entropía, media de todas las cabezas: {share} de la máxima</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} de {total}</translation>
    </message>
    <message>
        <source>no end known yet</source>
        <translation>aún no se sabe el final</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Progreso</translation>
    </message>
</context>
<context>
    <name>Stream</name>
    <message>
        <source>Shares of each sum</source>
        <translation>Partes de cada suma</translation>
    </message>
    <message>
        <source>Length |x| of each token’s vector, station by station</source>
        <translation>Longitud |x| del vector de cada token, paso a paso</translation>
    </message>
    <message>
        <source>Length |x| of each token’s vector, logarithmic scale</source>
        <translation>Longitud |x| del vector de cada token, escala logarítmica</translation>
    </message>
    <message>
        <source>layer {layer}</source>
        <translation>capa {layer}</translation>
    </message>
    <message>
        <source>input</source>
        <translation>entrada</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>norm.</translation>
    </message>
    <message>
        <source>Cosine between tokens: {station}</source>
        <translation>Coseno entre tokens: {station}</translation>
    </message>
    <message>
        <source>Norms here: {who}</source>
        <translation>Normalización aquí: {who}</translation>
    </message>
    <message>
        <source>This model has no norms</source>
        <translation>Este modelo no tiene normalización</translation>
    </message>
    <message>
        <source>No norm reads or writes here</source>
        <translation>Aquí no lee ni escribe ninguna normalización</translation>
    </message>
    <message>
        <source>“{token}”</source>
        <translation>«{token}»</translation>
    </message>
    <message>
        <source>Mean of all tokens</source>
        <translation>Media de todos los tokens</translation>
    </message>
    <message>
        <source>layer {layer}, encoding added</source>
        <translation>capa {layer}, codificación sumada</translation>
    </message>
    <message>
        <source>layer {layer}, attention added, before the norm</source>
        <translation>capa {layer}, atención sumada, antes de normalizar</translation>
    </message>
    <message>
        <source>layer {layer}, after attention</source>
        <translation>capa {layer}, tras la atención</translation>
    </message>
    <message>
        <source>layer {layer}, feed-forward added, before the norm</source>
        <translation>capa {layer}, red densa sumada, antes de normalizar</translation>
    </message>
    <message>
        <source>layer {layer}, after feed-forward</source>
        <translation>capa {layer}, tras la red densa</translation>
    </message>
    <message>
        <source>after the final norm</source>
        <translation>tras la normalización final</translation>
    </message>
    <message>
        <source>encoding added</source>
        <translation>codificación sumada</translation>
    </message>
    <message>
        <source>attention added, before the norm</source>
        <translation>atención sumada, antes de normalizar</translation>
    </message>
    <message>
        <source>after attention</source>
        <translation>tras la atención</translation>
    </message>
    <message>
        <source>feed-forward added, before the norm</source>
        <translation>red densa sumada, antes de normalizar</translation>
    </message>
    <message>
        <source>after feed-forward</source>
        <translation>tras la red densa</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>atención</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>red densa</translation>
    </message>
    <message>
        <source>skip connection</source>
        <translation>conexión de salto</translation>
    </message>
    <message>
        <source>on attention</source>
        <translation>de la atención</translation>
    </message>
    <message>
        <source>on feed-forward</source>
        <translation>de la red densa</translation>
    </message>
    <message>
        <source>norm 1, layer {layer}</source>
        <translation>norm. 1, capa {layer}</translation>
    </message>
    <message>
        <source>norm 2, layer {layer}</source>
        <translation>norm. 2, capa {layer}</translation>
    </message>
    <message>
        <source>norm on attention, layer {layer}</source>
        <translation>normalización de la atención, capa {layer}</translation>
    </message>
    <message>
        <source>norm on feed-forward, layer {layer}</source>
        <translation>normalización de la red densa, capa {layer}</translation>
    </message>
    <message>
        <source>final norm</source>
        <translation>norm. final</translation>
    </message>
    <message>
        <source>{who} at the input: length {length}</source>
        <translation>{who} en la entrada: longitud {length}</translation>
    </message>
    <message>
        <source>{who} in layer {layer}, encoding added: {times} times as long as at the input</source>
        <translation>{who} en la capa {layer}, codificación sumada: {times} veces su longitud en la entrada</translation>
    </message>
    <message>
        <source>{who} in layer {layer}, attention added: {times} times as long as at the input</source>
        <translation>{who} en la capa {layer}, atención sumada: {times} veces su longitud en la entrada</translation>
    </message>
    <message>
        <source>{who} after attention in layer {layer}: {times} times as long as at the input</source>
        <translation>{who} tras la atención de la capa {layer}: {times} veces su longitud en la entrada</translation>
    </message>
    <message>
        <source>{who} in layer {layer}, feed-forward added: {times} times as long as at the input</source>
        <translation>{who} en la capa {layer}, red densa sumada: {times} veces su longitud en la entrada</translation>
    </message>
    <message>
        <source>{who} after layer {layer}: {times} times as long as at the input</source>
        <translation>{who} tras la capa {layer}: {times} veces su longitud en la entrada</translation>
    </message>
    <message>
        <source>{who} after the final norm: {times} times as long as at the input</source>
        <translation>{who} tras la normalización final: {times} veces su longitud en la entrada</translation>
    </message>
    <message>
        <source>Length {length}.</source>
        <translation>Longitud {length}.</translation>
    </message>
    <message>
        <source>Attention contributed {added} of the sum, the skip connection {skip}.</source>
        <translation>La atención aportó {added} de la suma; la conexión de salto, {skip}.</translation>
    </message>
    <message>
        <source>The feed-forward network contributed {added} of the sum, the skip connection {skip}.</source>
        <translation>La red densa por posición aportó {added} de la suma; la conexión de salto, {skip}.</translation>
    </message>
    <message>
        <source>What is below 0 points against the sum.</source>
        <translation>Lo que está por debajo de 0 apunta en contra de la suma.</translation>
    </message>
    <message>
        <source>The norm after each sum sets the length anew; the sums before it show what grew.</source>
        <translation>La normalización tras cada suma fija de nuevo la longitud; las sumas de antes muestran lo que ha crecido.</translation>
    </message>
    <message>
        <source>Left and Right go along the stream, Up and Down from token to token, Escape to their mean.</source>
        <translation>Izquierda y Derecha recorren el flujo, Arriba y Abajo van de token en token, Escape a su media.</translation>
    </message>
    <message>
        <source>{low} to {high}</source>
        <translation>{low} a {high}</translation>
    </message>
    <message>
        <source>mean before</source>
        <translation>media antes</translation>
    </message>
    <message>
        <source>deviation before</source>
        <translation>desviación antes</translation>
    </message>
    <message>
        <source>divided by</source>
        <translation>dividido entre</translation>
    </message>
    <message>
        <source>gain, mean</source>
        <translation>ganancia, media</translation>
    </message>
    <message>
        <source>gain, range</source>
        <translation>ganancia, rango</translation>
    </message>
    <message>
        <source>bias, mean</source>
        <translation>sesgo, media</translation>
    </message>
    <message>
        <source>bias, range</source>
        <translation>sesgo, rango</translation>
    </message>
    <message>
        <source>mean after</source>
        <translation>media después</translation>
    </message>
    <message>
        <source>deviation after</source>
        <translation>desviación después</translation>
    </message>
    <message>
        <source>{first} and {second}: {value}</source>
        <translation>{first} y {second}: {value}</translation>
    </message>
    <message>
        <source>Mean of two different tokens: {value}</source>
        <translation>Media de dos tokens distintos: {value}</translation>
    </message>
    <message>
        <source>Cosine: {words}.</source>
        <translation>Coseno: {words}.</translation>
    </message>
</context>
<context>
    <name>StreamCanvas</name>
    <message>
        <source>{first} and {second}: {value}</source>
        <translation>{first} y {second}: {value}</translation>
    </message>
    <message>
        <source>{station} · {who}: length {length}</source>
        <translation>{station} · {who}: longitud {length}</translation>
    </message>
    <message>
        <source>Type a sentence above: here you will see how the vector of each token grows from layer to layer.</source>
        <translation>Escribe una frase arriba: aquí verás cómo crece el vector de cada token de capa en capa.</translation>
    </message>
    <message>
        <source>Residual stream</source>
        <translation>Flujo residual</translation>
    </message>
</context>
<context>
    <name>StreamParting</name>
    <message>
        <source>Nothing is compared.</source>
        <translation>No se compara nada.</translation>
    </message>
    <message>
        <source>Residual stream: largest difference after each layer</source>
        <translation>Flujo residual: mayor diferencia tras cada capa</translation>
    </message>
</context>
<context>
    <name>Strip</name>
    <message>
        <source>Largest difference of each head</source>
        <translation>Mayor diferencia de cada cabeza</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}: only on one side</source>
        <translation>Capa {layer}, cabeza {head}: solo en un lado</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}: largest difference {value}</source>
        <translation>Capa {layer}, cabeza {head}: mayor diferencia, {value}</translation>
    </message>
    <message>
        <source>Nothing is compared.</source>
        <translation>No se compara nada.</translation>
    </message>
    <message>
        <source>There is no difference to show.</source>
        <translation>No hay ninguna diferencia que mostrar.</translation>
    </message>
    <message>
        <source>The largest of all: {head}. Arrow keys pick another head.</source>
        <translation>La mayor de todas: {head}. Las flechas eligen otra cabeza.</translation>
    </message>
</context>
<context>
    <name>Switches</name>
    <message>
        <source>example</source>
        <translation>ejemplo</translation>
    </message>
    <message>
        <source>preset</source>
        <translation>modelo predefinido</translation>
    </message>
    <message>
        <source>random weights</source>
        <translation>pesos aleatorios</translation>
    </message>
    <message>
        <source>constructed head</source>
        <translation>cabeza construida</translation>
    </message>
    <message>
        <source>weights “{name}”</source>
        <translation>pesos «{name}»</translation>
    </message>
    <message>
        <source>The loaded weights “{name}”</source>
        <translation>Los pesos cargados «{name}»</translation>
    </message>
    <message>
        <source>The weights “{name}”, trained here,</source>
        <translation>Los pesos «{name}», entrenados aquí,</translation>
    </message>
    <message>
        <source>{weights} are in use now; their model cannot read your sentence, so another one stands in its place.</source>
        <translation>{weights} están ahora en uso; su modelo no puede leer tu frase, así que hay otra en su lugar.</translation>
    </message>
    <message>
        <source>{weights} are in use now, and the sentence is cut into the pieces that their model knows.</source>
        <translation>{weights} están ahora en uso, y la frase se corta en las piezas que conoce su modelo.</translation>
    </message>
    <message>
        <source>{weights} are in use now.</source>
        <translation>{weights} están ahora en uso.</translation>
    </message>
    <message>
        <source>seed {seed}</source>
        <translation>semilla {seed}</translation>
    </message>
</context>
<context>
    <name>Tables</name>
    <message>
        <source>layer</source>
        <translation>capa</translation>
    </message>
    <message>
        <source>head</source>
        <translation>cabeza</translation>
    </message>
    <message>
        <source>query</source>
        <translation>consulta</translation>
    </message>
    <message>
        <source>query token</source>
        <translation>token de la consulta</translation>
    </message>
    <message>
        <source>key</source>
        <translation>clave</translation>
    </message>
    <message>
        <source>key token</source>
        <translation>token de la clave</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>peso</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>media</translation>
    </message>
    <message>
        <source>spread</source>
        <translation>dispersión</translation>
    </message>
    <message>
        <source>seed {number}</source>
        <translation>semilla {number}</translation>
    </message>
    <message>
        <source>array</source>
        <translation>array</translation>
    </message>
    <message>
        <source>compared with</source>
        <translation>comparado con</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>forma</translation>
    </message>
    <message>
        <source>expected</source>
        <translation>esperada</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>mayor</translation>
    </message>
    <message>
        <source>where</source>
        <translation>dónde</translation>
    </message>
    <message>
        <source>own</source>
        <translation>propio</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>calculado</translation>
    </message>
    <message>
        <source>relative</source>
        <translation>relativa</translation>
    </message>
    <message>
        <source>agrees</source>
        <translation>coincide</translation>
    </message>
    <message>
        <source>position</source>
        <translation>posición</translation>
    </message>
    <message>
        <source>token</source>
        <translation>token</translation>
    </message>
    <message>
        <source>dimension {number}</source>
        <translation>dimensión {number}</translation>
    </message>
    <message>
        <source>PE·PE at this distance, mean</source>
        <translation>PE·PE a esta distancia, media</translation>
    </message>
    <message>
        <source>smallest</source>
        <translation>menor</translation>
    </message>
    <message>
        <source>angle of pair {number}</source>
        <translation>ángulo del par {number}</translation>
    </message>
    <message>
        <source>q·k, key so many after the query, mean</source>
        <translation>q·k, la clave tantos lugares después de la consulta, media</translation>
    </message>
    <message>
        <source>q·k, key so many before the query, mean</source>
        <translation>q·k, la clave tantos lugares antes de la consulta, media</translation>
    </message>
    <message>
        <source>slope</source>
        <translation>pendiente</translation>
    </message>
    <message>
        <source>half at</source>
        <translation>mitad en</translation>
    </message>
    <message>
        <source>added at distance {number}</source>
        <translation>se suma a distancia {number}</translation>
    </message>
    <message>
        <source>quantity</source>
        <translation>cantidad</translation>
    </message>
    <message>
        <source>station</source>
        <translation>estación</translation>
    </message>
    <message>
        <source>label</source>
        <translation>etiqueta</translation>
    </message>
    <message>
        <source>other token</source>
        <translation>otro token</translation>
    </message>
    <message>
        <source>other label</source>
        <translation>otra etiqueta</translation>
    </message>
    <message>
        <source>value</source>
        <translation>valor</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>longitud</translation>
    </message>
    <message>
        <source>mean cosine</source>
        <translation>coseno medio</translation>
    </message>
    <message>
        <source>share of skip</source>
        <translation>parte del salto</translation>
    </message>
    <message>
        <source>share of sublayer</source>
        <translation>parte de la subcapa</translation>
    </message>
    <message>
        <source>mean_before</source>
        <translation>media antes</translation>
    </message>
    <message>
        <source>deviation_before</source>
        <translation>desviación antes</translation>
    </message>
    <message>
        <source>divisor</source>
        <translation>divisor</translation>
    </message>
    <message>
        <source>mean_after</source>
        <translation>media después</translation>
    </message>
    <message>
        <source>deviation_after</source>
        <translation>desviación después</translation>
    </message>
    <message>
        <source>gain mean</source>
        <translation>ganancia, media</translation>
    </message>
    <message>
        <source>gain min</source>
        <translation>ganancia, mínimo</translation>
    </message>
    <message>
        <source>gain max</source>
        <translation>ganancia, máximo</translation>
    </message>
    <message>
        <source>bias mean</source>
        <translation>sesgo, media</translation>
    </message>
    <message>
        <source>bias min</source>
        <translation>sesgo, mínimo</translation>
    </message>
    <message>
        <source>bias max</source>
        <translation>sesgo, máximo</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>coseno</translation>
    </message>
    <message>
        <source>what</source>
        <translation>qué</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>ajuste</translation>
    </message>
    <message>
        <source>ledger</source>
        <translation>cuentas</translation>
    </message>
    <message>
        <source>weights with other numbers</source>
        <translation>pesos con otros números</translation>
    </message>
    <message>
        <source>weights of another shape</source>
        <translation>pesos de otra forma</translation>
    </message>
    <message>
        <source>weights only in A</source>
        <translation>pesos solo en A</translation>
    </message>
    <message>
        <source>weights only in B</source>
        <translation>pesos solo en B</translation>
    </message>
    <message>
        <source>largest difference</source>
        <translation>mayor diferencia</translation>
    </message>
    <message>
        <source>largest difference of the stream</source>
        <translation>mayor diferencia del flujo</translation>
    </message>
    <message>
        <source>cell</source>
        <translation>celda</translation>
    </message>
</context>
<context>
    <name>TokenChips</name>
    <message>
        <source>The tokens appear here</source>
        <translation>Aquí aparecen los tokens</translation>
    </message>
    <message>
        <source>Token {number}: {label}</source>
        <translation>Token {number}: {label}</translation>
    </message>
    <message>
        <source>The query: the token that looks</source>
        <translation>La consulta: el token que mira</translation>
    </message>
    <message>
        <source>The key: the token looked at</source>
        <translation>La clave: el token mirado</translation>
    </message>
    <message>
        <source>Row {id} of the embedding table</source>
        <translation>Fila {id} de la tabla de vectores de token</translation>
    </message>
    <message>
        <source>Code points {start} to {end} of the sentence (counted from 0, the last one not included)</source>
        <translation>Puntos de código {start} a {end} de la frase (contados desde 0, sin incluir el último)</translation>
    </message>
    <message>
        <source>UTF-8: {octets}</source>
        <translation>UTF-8: {octets}</translation>
    </message>
    <message>
        <source>{count} tokens: {tokens}</source>
        <translation>{count} tokens: {tokens}</translation>
    </message>
    <message>
        <source>Query: {label}</source>
        <translation>Consulta: {label}</translation>
    </message>
    <message>
        <source>Key: {label}</source>
        <translation>Clave: {label}</translation>
    </message>
    <message>
        <source>Arrow keys move, Enter chooses the token that looks.</source>
        <translation>Las flechas recorren los tokens, Intro elige el que mira.</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
</context>
<context>
    <name>Training</name>
    <message>
        <source>Loss of each step’s batch, in nats</source>
        <translation>Pérdida del lote de cada paso, en nats</translation>
    </message>
    <message>
        <source>thin: each step’s batch, thick: mean of the last {n} steps</source>
        <translation>fina: el lote de cada paso; gruesa: media de los últimos {n} pasos</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>pasos</translation>
    </message>
    <message>
        <source>diverged at step {step}</source>
        <translation>divergió en el paso {step}</translation>
    </message>
    <message>
        <source>Gradient by layer</source>
        <translation>Gradiente por capa</translation>
    </message>
    <message>
        <source>after the first step</source>
        <translation>tras el primer paso</translation>
    </message>
    <message>
        <source>Length of a token’s vector by layer</source>
        <translation>Longitud del vector de un token por capa</translation>
    </message>
    <message>
        <source>Size of each update</source>
        <translation>Tamaño de cada actualización</translation>
    </message>
    <message>
        <source>Maps of layer {layer}, one a head, over {n} tokens held out</source>
        <translation>Mapas de la capa {layer}, uno por cabeza, con {n} tokens no vistos</translation>
    </message>
    <message>
        <source>Maps of layer {layer}, one a head, over {n} tokens of the text</source>
        <translation>Mapas de la capa {layer}, uno por cabeza, con {n} tokens del texto</translation>
    </message>
    <message>
        <source>step {step}</source>
        <translation>paso {step}</translation>
    </message>
    <message>
        <source>step</source>
        <translation>paso</translation>
    </message>
    <message>
        <source>{run}, loss</source>
        <translation>{run}, pérdida</translation>
    </message>
    <message>
        <source>{run}, update</source>
        <translation>{run}, actualización</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>capa</translation>
    </message>
    <message>
        <source>{run}, step {step}</source>
        <translation>{run}, paso {step}</translation>
    </message>
    <message>
        <source>No step has been taken yet.</source>
        <translation>Aún no se ha dado ningún paso.</translation>
    </message>
    <message>
        <source>{run}, step {step}, from layer 1 up: W_in {inner}; W_out {outer}.</source>
        <translation>{run}, paso {step}, desde la capa 1: W_in {inner}; W_out {outer}.</translation>
    </message>
    <message>
        <source>{run}, from the input up: {values}.</source>
        <translation>{run}, desde la entrada: {values}.</translation>
    </message>
    <message>
        <source>{run}: {value} in step {step}.</source>
        <translation>{run}: {value} en el paso {step}.</translation>
    </message>
    <message>
        <source>{run}, layer {layer}: the last token, “{token}”, looks most at {places}.</source>
        <translation>{run}, capa {layer}: el último token, «{token}», mira sobre todo a {places}.</translation>
    </message>
    <message>
        <source>“{token}” ({weight})</source>
        <translation>«{token}» ({weight})</translation>
    </message>
    <message>
        <source>Run {number}</source>
        <translation>Modelo {number}</translation>
    </message>
    <message>
        <source>norm before (pre)</source>
        <translation>norm. delante (pre)</translation>
    </message>
    <message>
        <source>norm after (post)</source>
        <translation>norm. detrás (post)</translation>
    </message>
    <message>
        <source>no norm</source>
        <translation>sin norm.</translation>
    </message>
    <message>
        <source>norm before and after (sandwich)</source>
        <translation>norm. delante y detrás (sándwich)</translation>
    </message>
    <message>
        <source>DeepNorm</source>
        <translation>DeepNorm</translation>
    </message>
    <message>
        <source>warm-up of {steps} steps</source>
        <translation>calentamiento de la tasa de {steps} pasos</translation>
    </message>
    <message>
        <source>without warm-up</source>
        <translation>sin calentamiento de la tasa</translation>
    </message>
    <message>
        <source>without skip connections</source>
        <translation>sin conexiones de salto</translation>
    </message>
    <message>
        <source>from “{name}”, trained for {steps} steps</source>
        <translation>desde «{name}», entrenado {steps} pasos</translation>
    </message>
    <message>
        <source>uniform (ln V)</source>
        <translation>uniforme (ln V)</translation>
    </message>
    <message>
        <source>unigram</source>
        <translation>unigrama</translation>
    </message>
    <message>
        <source>bigram</source>
        <translation>bigrama</translation>
    </message>
    <message>
        <source>knows nothing</source>
        <translation>no sabe nada</translation>
    </message>
    <message>
        <source>knows symbol frequencies</source>
        <translation>sabe las frecuencias</translation>
    </message>
    <message>
        <source>knows the symbol before</source>
        <translation>sabe el símbolo anterior</translation>
    </message>
    <message>
        <source>at the bigram line</source>
        <translation>en la línea del bigrama</translation>
    </message>
    <message>
        <source>at the unigram line</source>
        <translation>en la línea del unigrama</translation>
    </message>
    <message>
        <source>at the uniform line</source>
        <translation>en la línea uniforme</translation>
    </message>
    <message>
        <source>below the bigram line</source>
        <translation>bajo la línea del bigrama</translation>
    </message>
    <message>
        <source>between the unigram and the bigram line</source>
        <translation>entre las líneas del unigrama y del bigrama</translation>
    </message>
    <message>
        <source>between the uniform and the unigram line</source>
        <translation>entre la línea uniforme y la del unigrama</translation>
    </message>
    <message>
        <source>above all lines</source>
        <translation>sobre todas las líneas</translation>
    </message>
    <message>
        <source>only symbol frequencies learnt: {runs}</source>
        <translation>solo aprendió las frecuencias: {runs}</translation>
    </message>
    <message>
        <source>more than symbol frequencies learnt: {runs}</source>
        <translation>aprendió más que las frecuencias: {runs}</translation>
    </message>
    <message>
        <source>not started</source>
        <translation>sin empezar</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>listo</translation>
    </message>
    <message>
        <source>loss {loss} after {steps} steps</source>
        <translation>pérdida {loss} tras {steps} pasos</translation>
    </message>
    <message>
        <source>{n} blocks</source>
        <translation>{n} bloques</translation>
    </message>
    <message>
        <source>rate {rate}</source>
        <translation>tasa {rate}</translation>
    </message>
    <message>
        <source>clipped at {norm}</source>
        <translation>recortado a {norm}</translation>
    </message>
    <message>
        <source>{rows} rows a batch</source>
        <translation>{rows} filas por lote</translation>
    </message>
    <message>
        <source>{steps} steps</source>
        <translation>{steps} pasos</translation>
    </message>
    <message>
        <source>seed {seed}</source>
        <translation>semilla {seed}</translation>
    </message>
    <message>
        <source>characters of “{name}”</source>
        <translation>caracteres de «{name}»</translation>
    </message>
    <message>
        <source>write backwards</source>
        <translation>escribir al revés</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>copiar</translation>
    </message>
    <message>
        <source>sort</source>
        <translation>ordenar</translation>
    </message>
    <message>
        <source>induction</source>
        <translation>inducción</translation>
    </message>
    <message>
        <source>agreement</source>
        <translation>concordancia</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>referencia</translation>
    </message>
    <message>
        <source>characters</source>
        <translation>caracteres</translation>
    </message>
    <message>
        <source>rate stays</source>
        <translation>la tasa se mantiene</translation>
    </message>
    <message>
        <source>rate falls as 1/√step</source>
        <translation>la tasa baja con 1/√paso</translation>
    </message>
    <message>
        <source>rate falls to 0 (cosine)</source>
        <translation>la tasa baja a 0 (coseno)</translation>
    </message>
    <message>
        <source>Adam</source>
        <translation>Adam</translation>
    </message>
    <message>
        <source>AdamW</source>
        <translation>AdamW</translation>
    </message>
    <message>
        <source>SGD</source>
        <translation>SGD</translation>
    </message>
    <message>
        <source>{run}, {kind}: {state}.</source>
        <translation>{run}, {kind}: {state}.</translation>
    </message>
    <message>
        <source>Lines: uniform {uniform}, unigram {unigram}, bigram {bigram} nats.</source>
        <translation>Líneas: uniforme {uniform}, unigrama {unigram}, bigrama {bigram} nats.</translation>
    </message>
    <message>
        <source>{run} begins with random weights again: those of “{name}” are of another model.</source>
        <translation>{run} vuelve a empezar con pesos aleatorios: los de «{name}» son de otro modelo.</translation>
    </message>
    <message>
        <source>“{name}” is the text to learn from.</source>
        <translation>«{name}» es el texto del que se aprende.</translation>
    </message>
    <message>
        <source>run {number} · step {step}</source>
        <translation>modelo {number} · paso {step}</translation>
    </message>
    <message>
        <source>Texts (*.txt *.md)</source>
        <translation>Textos (*.txt *.md)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Todos los archivos (*)</translation>
    </message>
    <message>
        <source>Text to learn from</source>
        <translation>Texto del que aprender</translation>
    </message>
    <message>
        <source>run {number}</source>
        <translation>modelo {number}</translation>
    </message>
    <message>
        <source>Weights (*.safetensors)</source>
        <translation>Pesos (*.safetensors)</translation>
    </message>
    <message>
        <source>Save weights</source>
        <translation>Guardar pesos</translation>
    </message>
    <message>
        <source>Load weights</source>
        <translation>Cargar pesos</translation>
    </message>
    <message>
        <source>Saved as {path}.</source>
        <translation>Guardado como {path}.</translation>
    </message>
    <message>
        <source>{run} begins with the weights of “{name}”.</source>
        <translation>{run} empieza con los pesos de «{name}».</translation>
    </message>
    <message>
        <source>Something in the training failed ({reason}).</source>
        <translation>Algo ha fallado en el entrenamiento ({reason}).</translation>
    </message>
    <message>
        <source>Nothing has been trained yet.</source>
        <translation>Aún no se ha entrenado nada.</translation>
    </message>
    <message>
        <source>{run}: {loss}, as unsure as among {symbols} symbols</source>
        <translation>{run}: {loss}, tan inseguro como entre {symbols} símbolos</translation>
    </message>
    <message>
        <source>Step {step}</source>
        <translation>Paso {step}</translation>
    </message>
</context>
<context>
    <name>TrainingPage</name>
    <message>
        <source>“{text}” is not a number.</source>
        <translation>«{text}» no es un número.</translation>
    </message>
    <message>
        <source>“{text}” is not a whole number.</source>
        <translation>«{text}» no es un número entero.</translation>
    </message>
    <message>
        <source>It is said that a deep model with the norm after each part gets stuck unless the learning rate is warmed up, and that with the norm before it none is needed; here you see whether it is so. Large gradients near the output are one account of it; in a run that is stuck, look how little gradient reaches the first layers.</source>
        <translation>Se dice que un modelo profundo con la normalización detrás de cada parte se atasca sin calentamiento de la tasa, y que con la normalización delante no hace falta; aquí se ve si es así. Una explicación son los gradientes grandes cerca de la salida; en un modelo atascado, mira qué poco gradiente llega a las primeras capas.</translation>
    </message>
    <message>
        <source>Add a run</source>
        <translation>Añadir un modelo</translation>
    </message>
    <message>
        <source>One more run from the same seed, on the same data; at most four</source>
        <translation>Un modelo más con la misma semilla y los mismos datos; cuatro como máximo</translation>
    </message>
    <message>
        <source>Settings ▾</source>
        <translation>Ajustes ▾</translation>
    </message>
    <message>
        <source>Settings ▴</source>
        <translation>Ajustes ▴</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>Shows what all runs share: task, depth, learning rate and more</source>
        <translation>Muestra lo que comparten los modelos: tarea, profundidad, tasa de aprendizaje y más</translation>
    </message>
    <message>
        <source>Drop the text here: its characters will be learnt</source>
        <translation>Suelta el texto aquí: se aprenderán sus caracteres</translation>
    </message>
</context>
<context>
    <name>Transport</name>
    <message>
        <source>One step</source>
        <translation>Un paso</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Reiniciar</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Pesos</translation>
    </message>
    <message>
        <source>Save the weights of the chosen run …</source>
        <translation>Guardar los pesos del modelo elegido …</translation>
    </message>
    <message>
        <source>Load weights into the chosen run …</source>
        <translation>Cargar pesos en el modelo elegido …</translation>
    </message>
    <message>
        <source>Use in the laboratory</source>
        <translation>Usar en el laboratorio</translation>
    </message>
    <message>
        <source>All other pages then show the weights of the chosen run, as they are shown here</source>
        <translation>Las demás páginas muestran entonces los pesos del modelo elegido, tal como se ven aquí</translation>
    </message>
    <message>
        <source>Uses or saves the weights of the chosen run, or begins it with those of a file</source>
        <translation>Usa o guarda los pesos del modelo elegido, o lo empieza con los de un archivo</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausa</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuar</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Empezar</translation>
    </message>
    <message>
        <source>Every run has ended: give them more steps, or reset.</source>
        <translation>Todos los modelos han acabado: dales más pasos o reinicia.</translation>
    </message>
    <message>
        <source>Stops after the steps under way</source>
        <translation>Para tras los pasos en curso</translation>
    </message>
    <message>
        <source>Lets all runs take steps in turn</source>
        <translation>Los modelos dan pasos por turnos</translation>
    </message>
    <message>
        <source>Every run takes one step</source>
        <translation>Cada modelo da un paso</translation>
    </message>
    <message>
        <source>Nothing has been trained yet.</source>
        <translation>Aún no se ha entrenado nada.</translation>
    </message>
    <message>
        <source>Every run goes back to before its first step</source>
        <translation>Cada modelo vuelve a antes de su primer paso</translation>
    </message>
    <message>
        <source>preparing fast training …</source>
        <translation>preparando el entrenamiento rápido …</translation>
    </message>
    <message>
        <source>Press Start: all runs begin with the same seed and see the same data.</source>
        <translation>Pulsa Empezar: todos los modelos parten de la misma semilla y ven los mismos datos.</translation>
    </message>
    <message>
        <source>These curves are of the settings before; Start begins with the new ones.</source>
        <translation>Estas curvas son de los ajustes anteriores; Empezar usa los nuevos.</translation>
    </message>
    <message>
        <source>step {step} of {steps}</source>
        <translation>paso {step} de {steps}</translation>
    </message>
    <message>
        <source>{n} steps a second</source>
        <translation>{n} pasos por segundo</translation>
    </message>
    <message>
        <source>finished after {steps} steps</source>
        <translation>terminado tras {steps} pasos</translation>
    </message>
    <message>
        <source>paused at step {step} of {steps}</source>
        <translation>en pausa en el paso {step} de {steps}</translation>
    </message>
    <message>
        <source>paused at steps {first} to {step} of {steps}</source>
        <translation>en pausa en los pasos {first} a {step} de {steps}</translation>
    </message>
    <message>
        <source>{run} diverged at step {step}</source>
        <translation>{run} divergió en el paso {step}</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>There is no layer {value}; counted from 0 there are 0 to {last}.</source>
        <translation>No hay capa {value}; contadas desde 0, van de 0 a {last}.</translation>
    </message>
    <message>
        <source>There is no head {value}; counted from 0 there are 0 to {last}.</source>
        <translation>No hay cabeza {value}; contadas desde 0, van de 0 a {last}.</translation>
    </message>
    <message>
        <source>{tokens} tokens are too many for JSON, limit {limit}; write the arrays with --npz FILE instead.</source>
        <translation>{tokens} tokens son demasiados para JSON, límite {limit}; los datos se pueden escribir con --npz ARCHIVO.</translation>
    </message>
    <message>
        <source>--with-parameters adds the parameters to an NPZ file, so it needs --npz FILE.</source>
        <translation>--with-parameters añade los parámetros a un archivo NPZ, así que necesita --npz ARCHIVO.</translation>
    </message>
    <message>
        <source>There is no preset “{name}”; choose one of: {choices}.</source>
        <translation>No hay modelo predefinido «{name}»; se puede elegir: {choices}.</translation>
    </message>
    <message>
        <source>{reason}; “{program} --help” lists what is possible.</source>
        <translation>{reason}; «{program} --help» enumera lo que es posible.</translation>
    </message>
    <message>
        <source>There are no weights “{name}”; choose one of: {choices}.</source>
        <translation>No hay pesos «{name}»; elige entre: {choices}.</translation>
    </message>
    <message>
        <source>{reason} A constructed head brings its own architecture: leave --preset out.</source>
        <translation>{reason} Una cabeza construida trae su propia arquitectura: quita --preset.</translation>
    </message>
    <message>
        <source>There is no tokeniser “{name}”; choose one of: {choices}.</source>
        <translation>No hay tokenizador «{name}»; se puede elegir: {choices}.</translation>
    </message>
    <message>
        <source>Random weights bring no tokeniser of their own, so “model” is not possible; choose one of: {choices}.</source>
        <translation>Los pesos aleatorios no traen tokenizador propio, así que «model» no es posible; se puede elegir: {choices}.</translation>
    </message>
    <message>
        <source>“{name}” was not written: {reason}.</source>
        <translation>«{name}» no se ha escrito: {reason}.</translation>
    </message>
    <message>
        <source>it is not a regular file</source>
        <translation>no es un archivo corriente</translation>
    </message>
    <message>
        <source>it is write-protected</source>
        <translation>está protegido contra escritura</translation>
    </message>
    <message>
        <source>“{name}” does not say how to write the numbers: end it in {choices}.</source>
        <translation>«{name}» no dice cómo escribir los números: tiene que terminar en {choices}.</translation>
    </message>
    <message>
        <source>{cells} numbers are too many for a text file (limit {limit}); choose one head, or an .npz file.</source>
        <translation>{cells} números son demasiados para un archivo de texto (límite {limit}); mejor una sola cabeza, o un archivo .npz.</translation>
    </message>
    <message>
        <source>The numbers of layer {layer} (counted from 0) grew beyond the largest float32, and JSON has no word for what came of it; norms or fewer layers keep them small, and an .npz file holds them as they are.</source>
        <translation>Los números de la capa {layer} (contada desde 0) han superado el mayor float32, y JSON no tiene palabra para lo que salió; con normalización o menos capas no crecen, y un archivo .npz los guarda como son.</translation>
    </message>
    <message>
        <source>“{name}” cannot be opened: {reason}.</source>
        <translation>«{name}» no se puede abrir: {reason}.</translation>
    </message>
    <message>
        <source>“{name}” is only a Git LFS pointer, a note of where the weights are: fetch the real file.</source>
        <translation>«{name}» es solo un puntero de Git LFS, una nota de dónde están los pesos: hay que traer el archivo de verdad.</translation>
    </message>
    <message>
        <source>“{name}” is a web page and holds no weights: download the file itself.</source>
        <translation>«{name}» es una página web y no contiene pesos: descarga el archivo mismo.</translation>
    </message>
    <message>
        <source>“{name}” is damaged or no safetensors file: it announces {announced} bytes and has {found}.</source>
        <translation>«{name}» está dañado o no es un archivo safetensors: anuncia {announced} bytes y tiene {found}.</translation>
    </message>
    <message>
        <source>“{name}” cannot be read: its header has {found} bytes, limit {limit}.</source>
        <translation>No se puede leer «{name}»: su cabecera tiene {found} bytes, límite {limit}.</translation>
    </message>
    <message>
        <source>“{name}” is too large for this computer: reading it needs {need} of memory, and {available} can be used.</source>
        <translation>«{name}» es demasiado grande para este ordenador: leerlo necesita {need} de memoria y se pueden usar {available}.</translation>
    </message>
    <message>
        <source>“{name}” is damaged: {reason}.</source>
        <translation>«{name}» está dañado: {reason}.</translation>
    </message>
    <message>
        <source>“{name}” is a safetensors file, but none that this program has saved.</source>
        <translation>«{name}» es un archivo safetensors, pero no lo ha guardado este programa.</translation>
    </message>
    <message>
        <source>“{name}” is a checkpoint of version {version}, but this program reads version {known}; a newer program may open it.</source>
        <translation>«{name}» guarda pesos entrenados en la versión {version}, pero este programa lee la versión {known}; uno más nuevo quizá pueda abrirlo.</translation>
    </message>
    <message>
        <source>“{name}” says that it is a checkpoint of version {version}, which there is not; this program reads version {known}.</source>
        <translation>«{name}» dice ser de la versión {version}, que no existe; este programa lee la versión {known}.</translation>
    </message>
    <message>
        <source>“{name}” holds numbers of the kind {kind}, which is not supported; possible: {choices}.</source>
        <translation>«{name}» contiene números del tipo {kind}, que no se admite; posibles: {choices}.</translation>
    </message>
    <message>
        <source>“{name}” holds numbers that are infinite or none at all, in “{parameter}”.</source>
        <translation>«{name}» contiene valores infinitos o que no son números, en «{parameter}».</translation>
    </message>
    <message>
        <source>“{name}” was not written: the weights have numbers that are infinite or none at all, in “{parameter}”.</source>
        <translation>«{name}» no se ha escrito: los pesos tienen números infinitos o que no son números, en «{parameter}».</translation>
    </message>
    <message>
        <source>“{name}” was trained with another vocabulary than the one that the task “{task}” has here.</source>
        <translation>«{name}» se entrenó con otro vocabulario que el que tiene aquí la tarea «{task}».</translation>
    </message>
    <message>
        <source>“{name}” has {labels} symbols, but its model only {vocabulary} rows for them.</source>
        <translation>«{name}» tiene {labels} símbolos, pero su modelo solo {vocabulary} filas para ellos.</translation>
    </message>
    <message>
        <source>“{name}” is no .npz file; numpy.savez writes one.</source>
        <translation>«{name}» no es un archivo .npz; numpy.savez escribe uno.</translation>
    </message>
    <message>
        <source>“{name}” is an .npy file, one array without a name; write it with numpy.savez(file, pattern=array).</source>
        <translation>«{name}» es un archivo .npy, un solo array sin nombre; se escribe con numpy.savez(archivo, pattern=array).</translation>
    </message>
    <message>
        <source>“{name}” is damaged: its array “{array}” cannot be read.</source>
        <translation>«{name}» está dañado: no se puede leer su array «{array}».</translation>
    </message>
    <message>
        <source>The array “{array}” of “{name}” holds Python objects, which are not read because they can run code; save plain numbers.</source>
        <translation>El array «{array}» de «{name}» contiene objetos de Python, que no se leen porque pueden ejecutar código; guarda solo números.</translation>
    </message>
    <message>
        <source>The arrays of “{name}” have {size} bytes, limit {limit}.</source>
        <translation>Los arrays de «{name}» tienen {size} bytes, límite {limit}.</translation>
    </message>
    <message>
        <source>“{name}” holds {count} arrays, limit {limit}.</source>
        <translation>«{name}» contiene {count} arrays, límite {limit}.</translation>
    </message>
    <message>
        <source>“{name}” holds no array.</source>
        <translation>«{name}» no contiene ningún array.</translation>
    </message>
    <message>
        <source>Unknown name: there are layers.L.NAME with L from 0 to {last}, pattern for all layers, tokens and logits.</source>
        <translation>Nombre desconocido: hay layers.L.NOMBRE con L de 0 a {last}, pattern para todas las capas, tokens y logits.</translation>
    </message>
    <message>
        <source>It holds no real numbers ({kind}).</source>
        <translation>No contiene números reales ({kind}).</translation>
    </message>
    <message>
        <source>Wrong shape: {found}; expected {expected}.</source>
        <translation>Forma equivocada: {found}; se esperaba {expected}.</translation>
    </message>
    <message>
        <source>The window has not kept this array, so there is nothing to compare it with.</source>
        <translation>La ventana no ha conservado este array, así que no hay con qué compararlo.</translation>
    </message>
    <message>
        <source>“{name}” cannot be opened: the file is empty.</source>
        <translation>«{name}» no se puede abrir: el archivo está vacío.</translation>
    </message>
    <message>
        <source>“{name}” is damaged or no session file: {reason}.</source>
        <translation>«{name}» está dañado o no es un archivo de sesión: {reason}.</translation>
    </message>
    <message>
        <source>“{name}” is no session file of this program.</source>
        <translation>«{name}» no es un archivo de sesión de este programa.</translation>
    </message>
    <message>
        <source>“{name}” is a session file of version {version}, but this program reads version {known}; a newer program may open it.</source>
        <translation>«{name}» es un archivo de sesión de la versión {version}, y este programa lee la versión {known}; un programa más nuevo quizá lo abra.</translation>
    </message>
    <message>
        <source>“{name}” holds something that is not allowed: {reason}</source>
        <translation>«{name}» contiene algo que no está permitido: {reason}</translation>
    </message>
    <message>
        <source>{field} is {value}, but it must be a whole number from 1 to {limit}.</source>
        <translation>{field} es {value}, pero tiene que ser un número entero de 1 a {limit}.</translation>
    </message>
    <message>
        <source>seed is {value}, but it must be a whole number from 0 to {limit}.</source>
        <translation>seed (la semilla) es {value}, pero tiene que ser un número entero de 0 a {limit}.</translation>
    </message>
    <message>
        <source>{field} is “{value}”, but it must be one of: {choices}.</source>
        <translation>{field} es «{value}», pero tiene que ser uno de estos: {choices}.</translation>
    </message>
    <message>
        <source>{field} is {value}, but it must be on or off.</source>
        <translation>{field} es {value}, pero tiene que ser sí o no.</translation>
    </message>
    <message>
        <source>A width of {d_model} cannot be split between {n_heads} heads without remainder; the nearest numbers of heads that divide it: {choices}.</source>
        <translation>Una dimensión de {d_model} no se puede repartir entre {n_heads} cabezas sin resto; los números de cabezas más cercanos que la dividen: {choices}.</translation>
    </message>
    <message>
        <source>{n_kv_heads} key/value heads cannot be shared evenly by {n_heads} heads; the nearest numbers that divide {n_heads}: {choices}.</source>
        <translation>{n_heads} cabezas no se pueden repartir por igual entre {n_kv_heads} cabezas de clave y valor; los números más cercanos que dividen a {n_heads}: {choices}.</translation>
    </message>
    <message>
        <source>Rotary positions turn pairs of numbers, so the head width must be even, but here it is {d_head}; the nearest even widths: {choices}.</source>
        <translation>Las posiciones rotatorias giran pares de números, así que la dimensión de cabeza tiene que ser par, y aquí es {d_head}; las pares más cercanas: {choices}.</translation>
    </message>
    <message>
        <source>The position encoding “{position}” cannot be placed at “{placement}”; possible here: {choices}.</source>
        <translation>La codificación de posición «{position}» no puede ponerse en «{placement}»; aquí es posible: {choices}.</translation>
    </message>
    <message>
        <source>mask is “{value}”, but it must be none, causal or window:N with N from 1 up, such as window:4.</source>
        <translation>mask (la máscara) es «{value}», pero tiene que ser none, causal o window:N, con N desde 1, como window:4.</translation>
    </message>
    <message>
        <source>rope_base is {value}, but it must be a number above 0.</source>
        <translation>rope_base (la base rotatoria) es {value}, pero tiene que ser un número mayor que 0.</translation>
    </message>
    <message>
        <source>head_width is {value}, but it must be split, keep or a whole number from 1 to {limit}.</source>
        <translation>head_width (la dimensión de cabeza) es {value}, pero tiene que ser split, keep o un número entero de 1 a {limit}.</translation>
    </message>
    <message>
        <source>length is {value}, but it must be a whole number of tokens, 0 or more.</source>
        <translation>length (la longitud) es {value}, pero tiene que ser un número entero de tokens, 0 o más.</translation>
    </message>
    <message>
        <source>gain</source>
        <translation>ganancia</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>sesgo</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>media</translation>
    </message>
    <message>
        <source>sin</source>
        <translation>sen</translation>
    </message>
    <message>
        <source>in each of {layers} blocks</source>
        <translation>en cada bloque (× {layers})</translation>
    </message>
    <message>
        <source>block 1 only, after its attention</source>
        <translation>solo en el bloque 1, tras su atención</translation>
    </message>
    <message>
        <source>M is −∞ for every key that comes later, else 0</source>
        <translation>M es −∞ en toda clave posterior; si no, 0</translation>
    </message>
    <message>
        <source>M is −∞ for keys that come later or {window} and more tokens before, else 0</source>
        <translation>M es −∞ en las claves posteriores y en las de {window} o más tokens antes; si no, 0</translation>
    </message>
    <message>
        <source>heads {group} at a time share one key and one value</source>
        <translation>cada {group} cabezas comparten una clave y un valor</translation>
    </message>
    <message>
        <source>value, output and feed-forward matrices are drawn × β</source>
        <translation>las matrices de valor, de salida y de la red densa se sortean × β</translation>
    </message>
    <message>
        <source>without skip connections α stands nowhere; matrices are drawn × β</source>
        <translation>sin conexiones de salto no hay α; las matrices se sortean × β</translation>
    </message>
    <message>
        <source>mean μ and variance σ² of one token’s {width} numbers</source>
        <translation>media μ y varianza σ² de los {width} números de un token</translation>
    </message>
    <message>
        <source>mean over one token’s {width} numbers</source>
        <translation>media sobre los {width} números de un token</translation>
    </message>
    <message>
        <source>one learned row for each of {context} positions</source>
        <translation>una fila aprendida para cada una de {context} posiciones</translation>
    </message>
    <message>
        <source>R turns the pairs (i, i + {half}) by this angle at position p</source>
        <translation>R gira los pares (i, i + {half}) este ángulo en la posición p</translation>
    </message>
    <message>
        <source>slope s of head i, times the distance between positions p and r</source>
        <translation>pendiente s de la cabeza i, por la distancia entre las posiciones p y r</translation>
    </message>
    <message>
        <source>block</source>
        <translation>bloque</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>bloques</translation>
    </message>
    <message>
        <source>head</source>
        <translation>cabeza</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>cabezas</translation>
    </message>
    <message>
        <source>norms</source>
        <translation>normalizaciones</translation>
    </message>
    <message>
        <source>token</source>
        <translation>token</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>tokens</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>bytes</translation>
    </message>
    <message>
        <source>A has {a} tokens and B has {b}: there is no difference cell by cell.</source>
        <translation>A tiene {a} tokens y B tiene {b}: no hay diferencia celda a celda.</translation>
    </message>
    <message>
        <source>There are no tokens, so there is nothing to compare.</source>
        <translation>No hay tokens, así que no hay nada que comparar.</translation>
    </message>
    <message>
        <source>The maps were not kept, so they cannot be compared.</source>
        <translation>Los mapas no se han conservado, así que no se pueden comparar.</translation>
    </message>
    <message>
        <source>The residual stream was not kept, so it cannot be compared.</source>
        <translation>El flujo residual no se ha conservado, así que no se puede comparar.</translation>
    </message>
    <message>
        <source>The residual stream of A is {a} numbers wide and that of B {b}: there is no difference number by number.</source>
        <translation>El flujo residual de A tiene {a} números de ancho y el de B {b}: no hay diferencia número a número.</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parámetros</translation>
    </message>
    <message>
        <source>Scores in all</source>
        <translation>Puntuaciones en total</translation>
    </message>
    <message>
        <source>in the blocks</source>
        <translation>en los bloques</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>atención</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>red densa por posición</translation>
    </message>
    <message>
        <source>layer norms</source>
        <translation>normalización por capas</translation>
    </message>
    <message>
        <source>token embedding</source>
        <translation>vectores de token</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>posiciones</translation>
    </message>
    <message>
        <source>final norm</source>
        <translation>normalización final</translation>
    </message>
    <message>
        <source>output matrix</source>
        <translation>matriz de salida</translation>
    </message>
    <message>
        <source>One block</source>
        <translation>Un bloque</translation>
    </message>
    <message>
        <source>weights Q, K, V, O</source>
        <translation>pesos Q, K, V, O</translation>
    </message>
    <message>
        <source>biases Q, K, V, O</source>
        <translation>sesgos Q, K, V, O</translation>
    </message>
    <message>
        <source>feed-forward weights</source>
        <translation>pesos de la red densa</translation>
    </message>
    <message>
        <source>feed-forward biases</source>
        <translation>sesgos de la red densa</translation>
    </message>
    <message>
        <source>all blocks, weights only</source>
        <translation>todos los bloques, solo pesos</translation>
    </message>
    <message>
        <source>Scores per head</source>
        <translation>Puntuaciones por cabeza</translation>
    </message>
    <message>
        <source>allowed by the mask</source>
        <translation>permitidas por la máscara</translation>
    </message>
    <message>
        <source>per layer, all cells</source>
        <translation>por capa, todas las celdas</translation>
    </message>
    <message>
        <source>in all, all cells</source>
        <translation>total, todas las celdas</translation>
    </message>
    <message>
        <source>in all, allowed cells</source>
        <translation>total, celdas permitidas</translation>
    </message>
    <message>
        <source>Work of one pass</source>
        <translation>Trabajo de una pasada</translation>
    </message>
    <message>
        <source>projections</source>
        <translation>proyecciones</translation>
    </message>
    <message>
        <source>scores q·kᵀ</source>
        <translation>puntuaciones q·kᵀ</translation>
    </message>
    <message>
        <source>mixing pattern·v</source>
        <translation>mezcla mapa·v</translation>
    </message>
    <message>
        <source>output</source>
        <translation>salida</translation>
    </message>
    <message>
        <source>Memory of one pass</source>
        <translation>Memoria de una pasada</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>pesos</translation>
    </message>
    <message>
        <source>attention maps</source>
        <translation>mapas de atención</translation>
    </message>
    <message>
        <source>all arrays kept</source>
        <translation>todo lo conservado</translation>
    </message>
    <message>
        <source>keys and values</source>
        <translation>claves y valores</translation>
    </message>
    <message>
        <source>all cells of one map</source>
        <translation>todas las celdas de un mapa</translation>
    </message>
    <message>
        <source>no mask: all of them; a causal mask would allow {cells}</source>
        <translation>sin máscara, todas; una máscara causal permitiría {cells}</translation>
    </message>
    <message>
        <source>tied: the token embedding is used again</source>
        <translation>compartida: se vuelven a usar los vectores de token</translation>
    </message>
    <message>
        <source>computed, nothing to store</source>
        <translation>se calcula, nada que guardar</translation>
    </message>
    <message>
        <source>no encoding</source>
        <translation>sin codificación</translation>
    </message>
    <message>
        <source>no norms</source>
        <translation>sin normalización</translation>
    </message>
    <message>
        <source>none with this placement of the norms</source>
        <translation>no la hay con la normalización en este lugar</translation>
    </message>
    <message>
        <source>no biases</source>
        <translation>sin sesgos</translation>
    </message>
    <message>
        <source>every head keeps the full width: × {factor} as many weights</source>
        <translation>cada cabeza conserva la dimensión entera: × {factor} pesos</translation>
    </message>
    <message>
        <source>the heads together are {heads_width} wide, the model {d_model}</source>
        <translation>las cabezas juntas tienen dimensión {heads_width}; el modelo, {d_model}</translation>
    </message>
    <message>
        <source>without BERT’s segment table, embedding norm and pooler</source>
        <translation>sin la tabla de segmentos, la normalización de entrada ni el «pooler» de BERT</translation>
    </message>
    <message>
        <source>weights, arrays kept, logits and working space</source>
        <translation>pesos, lo conservado, logits y espacio de trabajo</translation>
    </message>
    <message>
        <source>what a program keeps that writes token after token</source>
        <translation>lo que guarda un programa que escribe token a token</translation>
    </message>
    <message>
        <source>The sentence has {tokens} tokens, limit {context}: a learned position table has no row beyond its context. Shorten the sentence, raise the context or choose sinusoidal positions.</source>
        <translation>La frase tiene {tokens} tokens, límite {context}: la tabla de posiciones aprendidas no tiene filas más allá de su contexto. Se puede acortar la frase, ampliar el contexto o elegir posiciones sinusoidales.</translation>
    </message>
    <message>
        <source>These weights belong to a model with another {field}: {theirs} instead of {wanted}. Make them for this configuration.</source>
        <translation>Estos pesos son de un modelo con otro valor de {field}: {theirs} en vez de {wanted}. Hazlos para esta configuración.</translation>
    </message>
    <message>
        <source>{field} is {value}, but it must be a whole number from 1 up.</source>
        <translation>{field} es {value}, pero debe ser un número entero desde 1.</translation>
    </message>
    <message>
        <source>The token id {value} is not in the vocabulary: ids go from 0 to {last}.</source>
        <translation>El identificador de token {value} no está en el vocabulario: los identificadores van de 0 a {last}.</translation>
    </message>
    <message>
        <source>Running this model of {parameters} parameters over a sentence of length {tokens} needs {need} of memory, but {available} can be used here; counting it needs none.</source>
        <translation>Pasar una frase de longitud {tokens} por este modelo de {parameters} parámetros exige {need} de memoria, y aquí se pueden usar {available}; para contarlo no hace falta ninguna.</translation>
    </message>
    <message>
        <source>The weights have no “{name}”, which this configuration needs.</source>
        <translation>Los pesos no tienen «{name}», que esta configuración necesita.</translation>
    </message>
    <message>
        <source>“{name}” has the shape {found}, but this configuration needs {needed}.</source>
        <translation>«{name}» tiene la forma {found}, y esta configuración necesita {needed}.</translation>
    </message>
    <message>
        <source>The weights hold “{name}”, which this configuration does not have.</source>
        <translation>Los pesos contienen «{name}», que esta configuración no tiene.</translation>
    </message>
    <message>
        <source>The sentence has {tokens} tokens, limit {limit}: shorten it.</source>
        <translation>La frase tiene {tokens} tokens, límite {limit}: acórtala.</translation>
    </message>
    <message>
        <source>The vocabulary is {vocabulary}, but bytes need one row each: choose {needed} or more, or another tokeniser.</source>
        <translation>El vocabulario es {vocabulary}, pero los bytes necesitan una fila cada uno: {needed} o más, u otro tokenizador.</translation>
    </message>
    <message>
        <source>The sentence is not valid Unicode: character {place} is {code}, half of a surrogate pair.</source>
        <translation>La frase no es Unicode válido: el carácter {place} es {code}, la mitad de un par subrogado.</translation>
    </message>
    <message>
        <source>A picture of {width} × {height} cannot be painted; each side must be from 1 to {limit} pixels.</source>
        <translation>No se puede pintar una imagen de {width} × {height}; cada lado debe tener de 1 a {limit} píxeles.</translation>
    </message>
    <message>
        <source>Nothing can be compiled here ({reason}), so there is nothing to measure.</source>
        <translation>Aquí no se puede compilar nada ({reason}), así que no hay nada que medir.</translation>
    </message>
    <message>
        <source>There is no layer {layer} with head {head}: layers go from 0 to {layers}, heads from 0 to {heads}.</source>
        <translation>No hay capa {layer} con cabeza {head}: las capas van de 0 a {layers}; las cabezas, de 0 a {heads}.</translation>
    </message>
    <message>
        <source>“{name}” is neither a session nor a text in UTF-8; nothing was opened.</source>
        <translation>«{name}» no es ni una sesión ni un texto en UTF-8; no se ha abierto nada.</translation>
    </message>
    <message>
        <source>“{name}” has {size} bytes; a text to be taken as the sentence has at most {limit}.</source>
        <translation>«{name}» tiene {size} bytes; un texto que sirva de frase tiene como mucho {limit}.</translation>
    </message>
    <message>
        <source>“{name}” names no picture format; use a file name that ends in .png, .svg or .pdf.</source>
        <translation>«{name}» no dice ningún formato de imagen; el nombre tiene que terminar en .png, .svg o .pdf.</translation>
    </message>
    <message>
        <source>A picture of {width} × {height} is too large; each side may have at most {limit} pixels.</source>
        <translation>Una imagen de {width} × {height} es demasiado grande; cada lado puede tener como mucho {limit} píxeles.</translation>
    </message>
    <message>
        <source>The settings file could not be understood, so the program starts with its defaults; the old file is kept as “{backup}”.</source>
        <translation>El archivo de ajustes no se entiende, así que el programa empieza con los suyos; el archivo anterior se conserva como «{backup}».</translation>
    </message>
    <message>
        <source>These settings could not be used and are at their defaults: {names}; the old file is kept as “{backup}”.</source>
        <translation>Estos ajustes no se podían usar y tienen su valor inicial: {names}; el archivo anterior se conserva como «{backup}».</translation>
    </message>
    <message>
        <source>The settings come from a newer version of the program; what is known here is used, and the newer file is kept as “{backup}”.</source>
        <translation>Los ajustes son de una versión más nueva del programa; se usa lo que aquí se conoce, y el archivo más nuevo se conserva como «{backup}».</translation>
    </message>
    <message>
        <source>The settings cannot be read ({reason}), so the program uses its defaults and remembers nothing.</source>
        <translation>Los ajustes no se pueden leer ({reason}), así que el programa usa los suyos y no recuerda nada.</translation>
    </message>
    <message>
        <source>The settings cannot be saved ({reason}); they hold until the program is closed.</source>
        <translation>Los ajustes no se pueden guardar ({reason}); valen hasta que se cierre el programa.</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>no hay permiso</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>no existe ese archivo ni esa carpeta</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>es una carpeta</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>no es una carpeta</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>no queda espacio en el disco</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>el disco es de solo lectura</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>el nombre es demasiado largo</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>error de entrada o salida</translation>
    </message>
    <message>
        <source>The option {option} needs a value.</source>
        <translation>La opción {option} necesita un valor.</translation>
    </message>
    <message>
        <source>Your work is not saved by itself, because its folder cannot be written ({reason}). Save it with Ctrl+S.</source>
        <translation>Tu trabajo no se guarda solo, porque no se puede escribir en su carpeta ({reason}). Guárdalo con Ctrl+S.</translation>
    </message>
    <message>
        <source>“{name}” cannot be read.</source>
        <translation>No se puede leer «{name}».</translation>
    </message>
    <message>
        <source>There is no array “{name}”. There are tokens, logits, layers.L.NAME with L from 0 to {last} and NAME one of {names}; and parameters.NAME with the names of the weights.</source>
        <translation>No hay ningún array «{name}». Hay tokens, logits, layers.L.NAME con L de 0 a {last} y NAME uno de {names}; y parameters.NAME con los nombres de los pesos.</translation>
    </message>
    <message>
        <source>This run did not keep “{name}”; run again with {argument}.</source>
        <translation>Esta pasada no guardó «{name}»; hay que repetirla con {argument}.</translation>
    </message>
    <message>
        <source>There is no array “{name}” to keep; choose from: {choices}.</source>
        <translation>No hay ningún array «{name}» que guardar; se puede elegir: {choices}.</translation>
    </message>
    <message>
        <source>{name} is {value}, but it must be a whole number from 0 to {last}.</source>
        <translation>{name} es {value}, pero tiene que ser un número entero de 0 a {last}.</translation>
    </message>
    <message>
        <source>The sentence has no tokens, so none of them looks anywhere.</source>
        <translation>La frase no tiene tokens, así que ninguno mira a ninguna parte.</translation>
    </message>
    <message>
        <source>These weights were drawn with seed {drawn}, but the configuration says seed {wanted}; give one seed to both.</source>
        <translation>Estos pesos se sortearon con la semilla {drawn}, pero la configuración dice {wanted}; hace falta la misma en ambos.</translation>
    </message>
    <message>
        <source>There is no preset “{name}”; choose from: {choices}.</source>
        <translation>No hay ninguna configuración predefinida «{name}»; elige entre: {choices}.</translation>
    </message>
    <message>
        <source>No row of the benchmark begins with “{prefix}”; leave --only out to see them all.</source>
        <translation>Ninguna fila de la medición empieza por «{prefix}»; quita --only para verlas todas.</translation>
    </message>
    <message>
        <source>There is no experiment “{name}”; choose one of: {choices}.</source>
        <translation>No hay experimento «{name}»; se puede elegir: {choices}.</translation>
    </message>
    <message>
        <source>The experiment “{name}” takes no {option}.</source>
        <translation>El experimento «{name}» no admite {option}.</translation>
    </message>
    <message>
        <source>Twice as many tokens have exactly four times as many scores, and the time of a pass has a part that grows with the length and one that grows with its square.</source>
        <translation>El doble de tokens tiene exactamente cuatro veces más puntuaciones, y el tiempo de una pasada tiene una parte que crece con la longitud y otra que crece con su cuadrado.</translation>
    </message>
    <message>
        <source>The cost experiment needs at least {fewest} different lengths from 1 up.</source>
        <translation>El experimento del coste necesita al menos {fewest} longitudes distintas, desde 1.</translation>
    </message>
    <message>
        <source>Heads that share the width leave the weights of Q, K, V and O as many as they are, however many heads there are; heads that each keep the whole width multiply them by their number.</source>
        <translation>Las cabezas que se reparten la dimensión dejan igual el número de pesos de Q, K, V y O, por muchas que sean; las que conservan cada una la dimensión entera lo multiplican por el número de cabezas.</translation>
    </message>
    <message>
        <source>A width of {d_model} cannot be shared by several heads, so there is nothing to compare.</source>
        <translation>Una dimensión de {d_model} no se puede repartir entre varias cabezas, así que no hay nada que comparar.</translation>
    </message>
    <message>
        <source>Without positions attention takes a sentence for a set: in another order its maps are the same, with rows and columns moved. An encoding at the input ends that, one added after the first attention comes too late for layer 1, and a causal mask carries order by itself.</source>
        <translation>Sin posiciones la atención toma la frase por un conjunto: en otro orden sus mapas son los mismos, con filas y columnas cambiadas de sitio. Una codificación en la entrada acaba con eso, una sumada tras la primera atención llega tarde para la capa 1, y una máscara causal lleva el orden por sí sola.</translation>
    </message>
    <message>
        <source>The order experiment needs at least 2 tokens; this sentence has {tokens}.</source>
        <translation>El experimento del orden necesita al menos 2 tokens; esta frase tiene {tokens}.</translation>
    </message>
    <message>
        <source>An order of {tokens} tokens names each of the numbers 0 to {last} once.</source>
        <translation>Un orden de {tokens} tokens nombra una vez cada uno de los números de 0 a {last}.</translation>
    </message>
    <message>
        <source>This is the order of the sentence itself, so there is nothing to compare; move a token.</source>
        <translation>Este es el orden de la propia frase, así que no hay nada que comparar; mueve un token.</translation>
    </message>
    <message>
        <source>Rotary positions turn queries and keys and are not added to them, so the scores are no sum of the parts of content and position.</source>
        <translation>Las posiciones rotatorias giran las consultas y las claves y no se les suman, así que las puntuaciones no son una suma de las partes de contenido y posición.</translation>
    </message>
    <message>
        <source>The encoding is added after the first layer&apos;s attention, so the scores of the first layer hold no position.</source>
        <translation>La codificación se suma después de la atención de la primera capa, así que en las puntuaciones de la primera capa no hay posición.</translation>
    </message>
    <message>
        <source>This model has no position encoding, so its scores hold content alone.</source>
        <translation>Este modelo no tiene codificación de posición, así que en sus puntuaciones solo hay contenido.</translation>
    </message>
    <message>
        <source>From the second layer on content and position have gone through attention and feed-forward together and cannot be told apart; choose a head of layer 1.</source>
        <translation>Desde la segunda capa, contenido y posición han pasado juntos por la atención y la red densa y ya no se pueden separar; elige una cabeza de la capa 1.</translation>
    </message>
    <message>
        <source>previous token</source>
        <translation>token anterior</translation>
    </message>
    <message>
        <source>first token</source>
        <translation>primer token</translation>
    </message>
    <message>
        <source>same token elsewhere</source>
        <translation>mismo token en otro lugar</translation>
    </message>
    <message>
        <source>itself</source>
        <translation>sí mismo</translation>
    </message>
    <message>
        <source>even</source>
        <translation>todos por igual</translation>
    </message>
    <message>
        <source>no clear pattern</source>
        <translation>sin patrón claro</translation>
    </message>
    <message>
        <source>Each token looks at the one before it: a line beside the diagonal. The first looks at itself.</source>
        <translation>Cada token mira al anterior: una línea junto a la diagonal. El primero se mira a sí mismo.</translation>
    </message>
    <message>
        <source>Each token looks at every place where the same word stands, itself included: alone it looks at itself.</source>
        <translation>Cada token mira a todos los lugares donde está la misma palabra, él incluido: si está sola, se mira a sí misma.</translation>
    </message>
    <message>
        <source>Every token looks at the first one: a single full column.</source>
        <translation>Todos los tokens miran al primero: una sola columna llena.</translation>
    </message>
    <message>
        <source>Every token looks at all alike: each cell that the mask allows has the same value.</source>
        <translation>Cada token mira a todos por igual: cada celda de la fila que la máscara permite tiene el mismo valor.</translation>
    </message>
    <message>
        <source>Each token looks mostly at itself, and each step further away halves the weight, on either side.</source>
        <translation>Cada token se mira sobre todo a sí mismo, y cada paso que se aleja, a un lado o al otro, parte el peso por la mitad.</translation>
    </message>
    <message>
        <source>Five heads, each of which does one known thing: previous token, same word, first token, uniform, nearer is more.</source>
        <translation>Cinco cabezas, cada una de las cuales hace una sola cosa conocida: token anterior, misma palabra, primer token, uniforme, más cerca es más.</translation>
    </message>
    <message>
        <source>There is no constructed head “{name}”; choose one of: {choices}.</source>
        <translation>No hay ninguna cabeza construida «{name}»; elige una de estas: {choices}.</translation>
    </message>
    <message>
        <source>The constructed head “{name}” needs {field} {needed}, but here it is {value}.</source>
        <translation>La cabeza construida «{name}» necesita {field} {needed}, pero aquí es {value}.</translation>
    </message>
    <message>
        <source>The constructed head “{name}” needs {field} of at most {needed}, but here it is {value}.</source>
        <translation>La cabeza construida «{name}» necesita {field} como mucho {needed}, pero aquí es {value}.</translation>
    </message>
    <message>
        <source>{field} is {value}, but it must be a whole number from 0 up.</source>
        <translation>{field} es {value}, pero tiene que ser un número entero desde 0.</translation>
    </message>
    <message>
        <source>A head is scaled by a number from −{limit} to {limit}, not by {value}.</source>
        <translation>Una cabeza se multiplica por un número de −{limit} a {limit}, no por {value}.</translation>
    </message>
    <message>
        <source>A cell holds a number from 0 to 1, not {value}.</source>
        <translation>Una celda contiene un número de 0 a 1, no {value}.</translation>
    </message>
    <message>
        <source>There is no pattern “{value}” to force; choose one of: {choices}.</source>
        <translation>No hay ningún mapa «{value}» que imponer; elige uno de estos: {choices}.</translation>
    </message>
    <message>
        <source>More than {limit} changes by hand are too many.</source>
        <translation>Más de {limit} cambios a mano son demasiados.</translation>
    </message>
    <message>
        <source>This is no change of a pass: {value}</source>
        <translation>Esto no es un cambio de una pasada: {value}</translation>
    </message>
    <message>
        <source>Layer {layer} (counted from 0) is changed by hand, but the number of layers is {number}.</source>
        <translation>Se ha cambiado a mano la capa {layer} (contada desde 0), pero el número de capas es {number}.</translation>
    </message>
    <message>
        <source>Head {head} (counted from 0) is changed by hand, but the number of heads is {number}.</source>
        <translation>Se ha cambiado a mano la cabeza {head} (contada desde 0), pero el número de cabezas es {number}.</translation>
    </message>
    <message>
        <source>The cell ({query}, {key}) (counted from 0) is set by hand, but the number of tokens is {number}.</source>
        <translation>Se ha fijado a mano la celda ({query}, {key}) (contada desde 0), pero el número de tokens es {number}.</translation>
    </message>
    <message>
        <source>The cell ({query}, {key}) (counted from 0) is set by hand, but the mask forbids it.</source>
        <translation>Se ha fijado a mano la celda ({query}, {key}) (contada desde 0), pero la máscara la tapa.</translation>
    </message>
    <message>
        <source>{option} is {value}, but it must be a whole number from {least} to {limit}.</source>
        <translation>{option} es {value}, pero tiene que ser un número entero de {least} a {limit}.</translation>
    </message>
    <message>
        <source>“{path}” must end in .safetensors: that is the kind of file in which weights are kept.</source>
        <translation>«{path}» tiene que terminar en .safetensors: es el tipo de archivo en el que se guardan los pesos.</translation>
    </message>
    <message>
        <source>“{path}” has no name before .safetensors; give the file one.</source>
        <translation>«{path}» no tiene nombre delante de .safetensors; el archivo necesita uno.</translation>
    </message>
    <message>
        <source>The option {option} needs the name of a file, but what it was given is empty.</source>
        <translation>La opción {option} necesita el nombre de un archivo, pero el que se le ha dado está vacío.</translation>
    </message>
    <message>
        <source>There is no folder “{path}”; make it first or choose another one.</source>
        <translation>No hay carpeta «{path}»; créala antes o elige otra.</translation>
    </message>
    <message>
        <source>In an attention layer a token far away has as much influence as one nearby, and no position waits for another; in a recurrent layer the influence falls with the distance, and each step waits for the one before it.</source>
        <translation>En una capa de atención, un token lejano influye tanto como uno cercano, y ninguna posición espera a otra; en una capa recurrente, la influencia baja con la distancia, y cada paso espera al anterior.</translation>
    </message>
    <message>
        <source>The reach experiment takes models up to a width of {limit}, and this one is {value} wide.</source>
        <translation>El experimento del alcance admite modelos de dimensión {limit} como mucho, y este tiene {value}.</translation>
    </message>
    <message>
        <source>The reach experiment takes a length from 4 to {limit}, not {value}.</source>
        <translation>El experimento del alcance admite longitudes de 4 a {limit}, no {value}.</translation>
    </message>
    <message>
        <source>Post-norm in {layers} blocks without a warm-up of the learning rate stays where a model stays that knows only how often each character comes; with a warm-up, or with the norm before each sublayer, it gets below that by {below} nats and more.</source>
        <translation>Post-norm en {layers} bloques sin calentamiento de la tasa se queda donde se queda un modelo que solo sabe con qué frecuencia sale cada carácter; con calentamiento, o con la normalización delante de cada subcapa, baja de ahí {below} nats o más.</translation>
    </message>
    <message>
        <source>Before any training, the gradient of the last feed-forward matrix does not depend on the depth L in post-norm, and falls with 1/√L in pre-norm.</source>
        <translation>Antes de entrenar, el gradiente de la última matriz de la red densa no depende de la profundidad L en post-norm, y baja como 1/√L en pre-norm.</translation>
    </message>
    <message>
        <source>There is no optimiser “{value}”; choose one of: {choices}.</source>
        <translation>No hay optimizador «{value}»; se puede elegir: {choices}.</translation>
    </message>
    <message>
        <source>{field} is {value}, but it must be a number from {low} to below {high}.</source>
        <translation>{field} es {value}, pero tiene que ser un número desde {low} y menor que {high}.</translation>
    </message>
    <message>
        <source>{field} is {value}, but it must be a number from 0 up.</source>
        <translation>{field} es {value}, pero tiene que ser un número desde 0.</translation>
    </message>
    <message>
        <source>{field} is {value}, but training computes in float32, whose numbers above 0 go from 1.4e-45 to 3.4e38.</source>
        <translation>{field} es {value}, pero el entrenamiento calcula en float32, cuyos números mayores que 0 van de 1,4e-45 a 3,4e38.</translation>
    </message>
    <message>
        <source>{field} is {value}, but training computes in float32, where that is {high}: choose a smaller one.</source>
        <translation>{field} es {value}, pero el entrenamiento calcula en float32, donde eso es {high}: hace falta un número menor.</translation>
    </message>
    <message>
        <source>There is no schedule “{kind}”; choose one of: {choices}.</source>
        <translation>No hay plan de la tasa «{kind}»; se puede elegir: {choices}.</translation>
    </message>
    <message>
        <source>The learning rate is {value}, but it must be a number above 0.</source>
        <translation>La tasa de aprendizaje es {value}, pero tiene que ser un número mayor que 0.</translation>
    </message>
    <message>
        <source>The learning rate is {value}, but training computes in float32, whose numbers above 0 go from 1.4e-45 to 3.4e38.</source>
        <translation>La tasa de aprendizaje es {value}, pero el entrenamiento calcula en float32, cuyos números mayores que 0 van de 1,4e-45 a 3,4e38.</translation>
    </message>
    <message>
        <source>{field} is {value}, but it must be a whole number of steps from {least} to {limit}.</source>
        <translation>{field} es {value}, pero tiene que ser un número entero de pasos de {least} a {limit}.</translation>
    </message>
    <message>
        <source>The warm-up of {warmup} steps must be shorter than the whole training of {total} steps.</source>
        <translation>El calentamiento de la tasa, de {warmup} pasos, tiene que ser más corto que el entrenamiento entero, de {total} pasos.</translation>
    </message>
    <message>
        <source>There is no task “{name}”; choose one of: {choices}.</source>
        <translation>No hay tarea «{name}»; se puede elegir: {choices}.</translation>
    </message>
    <message>
        <source>There are no sentences in “{language}”; choose one of: {choices}.</source>
        <translation>No hay frases en «{language}»; se puede elegir: {choices}.</translation>
    </message>
    <message>
        <source>The task “{name}” has no {field} to choose.</source>
        <translation>La tarea «{name}» no deja elegir {field}.</translation>
    </message>
    <message>
        <source>This does not describe a task: {found}.</source>
        <translation>Esto no describe una tarea: {found}.</translation>
    </message>
    <message>
        <source>The vocabulary of this task, {count} symbols, does not have: {unknown}.</source>
        <translation>El vocabulario de esta tarea, de {count} símbolos, no tiene: {unknown}.</translation>
    </message>
    <message>
        <source>{field} is {value}, but for the task “{task}” it must be a whole number from {least} to {most}.</source>
        <translation>{field} es {value}, pero en la tarea «{task}» tiene que ser un número entero de {least} a {most}.</translation>
    </message>
    <message>
        <source>every symbol is held equally likely</source>
        <translation>todos los símbolos se tienen por igual de probables</translation>
    </message>
    <message>
        <source>only how often each symbol is asked for is known</source>
        <translation>solo se sabe con qué frecuencia se pide cada símbolo</translation>
    </message>
    <message>
        <source>only the symbol that stands at the same place is known</source>
        <translation>solo se conoce el símbolo que está en el mismo lugar</translation>
    </message>
    <message>
        <source>There is nothing to learn from this text: it must have at least two different characters.</source>
        <translation>De este texto no hay nada que aprender: tiene que tener al menos dos caracteres distintos.</translation>
    </message>
    <message>
        <source>The text has {characters} characters, limit {limit}: shorten it.</source>
        <translation>El texto tiene {characters} caracteres, límite {limit}: hay que acortarlo.</translation>
    </message>
    <message>
        <source>The text has {different} different characters, limit {limit}: choose one with fewer, or a part of it.</source>
        <translation>El texto tiene {different} caracteres distintos, límite {limit}: elige uno con menos o una parte de él.</translation>
    </message>
    <message>
        <source>The text is not valid Unicode: character {place} is {code}, half of a surrogate pair.</source>
        <translation>El texto no es Unicode válido: el carácter {place} es {code}, la mitad de un par sustituto.</translation>
    </message>
    <message>
        <source>The batch size is {value}, but it must be a whole number from 1 to {limit}.</source>
        <translation>El tamaño del lote es {value}, pero tiene que ser un número entero de 1 a {limit}.</translation>
    </message>
    <message>
        <source>The task has {needed} symbols and the model a vocabulary of {found}; the model must have the task&apos;s.</source>
        <translation>La tarea tiene {needed} símbolos y el modelo un vocabulario de {found}; el modelo tiene que tener el de la tarea.</translation>
    </message>
    <message>
        <source>No state of step {step} or before was kept.</source>
        <translation>No se ha guardado ningún estado del paso {step} ni de antes.</translation>
    </message>
    <message>
        <source>The model knows {count} pieces of text, and these are not among them: {unknown}.</source>
        <translation>El modelo conoce {count} trozos de texto, y estos no están entre ellos: {unknown}.</translation>
    </message>
    <message>
        <source>{field} is {value}, but it must be from {least} to {most}.</source>
        <translation>{field} es {value}, pero tiene que estar entre {least} y {most}.</translation>
    </message>
    <message>
        <source>“{name}” was trained on other symbols than those of this task. Choose the task it was trained on, or another file.</source>
        <translation>«{name}» se entrenó con otros símbolos que los de esta tarea. Elige la tarea con que se entrenó u otro archivo.</translation>
    </message>
    <message>
        <source>“{name}” holds another model than this run: {settings}. Set the run to that, or choose another file.</source>
        <translation>«{name}» contiene otro modelo que este entrenamiento: {settings}. Pon el entrenamiento en esos valores o elige otro archivo.</translation>
    </message>
    <message>
        <source>This run has not started yet, so it has no trained weights.</source>
        <translation>Este modelo aún no ha empezado, así que no tiene pesos entrenados.</translation>
    </message>
    <message>
        <source>“{name}” is no text in UTF-8; nothing was opened. Save it as UTF-8 in a text editor, and open it again.</source>
        <translation>«{name}» no es un texto en UTF-8; no se abrió nada. Guárdalo como UTF-8 en un editor de texto y ábrelo de nuevo.</translation>
    </message>
    <message>
        <source>“{name}” is a pipe and no file: write the text into a file first.</source>
        <translation>«{name}» es una tubería y no un archivo: escribe antes el texto en un archivo.</translation>
    </message>
    <message>
        <source>“{name}” has more than {limit} bytes, the most that a text to learn from may have: shorten it.</source>
        <translation>«{name}» tiene más de {limit} bytes, lo máximo para un texto del que aprender: acórtalo.</translation>
    </message>
    <message>
        <source>“{name}” must end in .csv: that is the one kind of file for the numbers of a page.</source>
        <translation>«{name}» debe acabar en .csv: es el único tipo de archivo para los números de una página.</translation>
    </message>
    <message>
        <source>What holds before any training is measured at several depths and for both norms: leave {option} out.</source>
        <translation>Lo que vale antes de entrenar se mide a varias profundidades y con ambas normalizaciones: omita {option}.</translation>
    </message>
    <message>
        <source>The race learns the characters of a text, and has as large a vocabulary: leave {option} out.</source>
        <translation>La carrera aprende los caracteres de un texto y su vocabulario es el de este: quita {option}.</translation>
    </message>
    <message>
        <source>The weights “{name}” have no “{parameter}” of the shape {needed}, which this setting needs: take random weights first.</source>
        <translation>Los pesos «{name}» no tienen «{parameter}» de la forma {needed}, que este ajuste necesita: toma antes pesos aleatorios.</translation>
    </message>
    <message>
        <source>The weights “{name}” do not come from a seed: take random weights first.</source>
        <translation>Los pesos «{name}» no salen de una semilla: toma antes pesos aleatorios.</translation>
    </message>
    <message>
        <source>The weights cannot be kept, because their folder cannot be written ({reason}).</source>
        <translation>Los pesos no se pueden guardar, porque no se puede escribir en su carpeta ({reason}).</translation>
    </message>
    <message>
        <source>“{session}” uses the weights “{name}”, which are not on this computer: open their file first, then the session again.</source>
        <translation>«{session}» usa los pesos «{name}», que no están en este ordenador: abre primero su archivo y después otra vez la sesión.</translation>
    </message>
    <message>
        <source>The kept file of the weights “{name}” is damaged or gone: open or train them again.</source>
        <translation>El archivo guardado de los pesos «{name}» está dañado o ya no está: ábrelos o entrénalos otra vez.</translation>
    </message>
    <message>
        <source>The answer could not be written: {reason}.</source>
        <translation>No se ha podido escribir la respuesta: {reason}.</translation>
    </message>
    <message>
        <source>standard output is closed</source>
        <translation>la salida estándar está cerrada</translation>
    </message>
</context>
</TS>

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
        <source>A session, or a text as the sentence</source>
        <translation>Una sesión, o un texto que será la frase</translation>
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
        <source>example</source>
        <translation>ejemplo</translation>
    </message>
    <message>
        <source>preset</source>
        <translation>modelo predefinido</translation>
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
        <source>seed {seed}</source>
        <translation>semilla {seed}</translation>
    </message>
    <message>
        <source>From layer {layer} on the numbers are too large for this kind of number: they became infinite or undefined.</source>
        <translation>A partir de la capa {layer} los números son demasiado grandes para este tipo de número: se han vuelto infinitos o indefinidos.</translation>
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
        <source>scores n²</source>
        <translation>puntuaciones n²</translation>
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
        <source>{length} tokens: scores {quadratic} {unit}, the rest {linear} {unit}</source>
        <translation>{length} tokens: puntuaciones {quadratic} {unit}, el resto {linear} {unit}</translation>
    </message>
    <message>
        <source>{reading}. Scores and mixing grow with the square of the length, the rest of the blocks in proportion to it; both are equal at {crossing} tokens. The output matrix is left out. Arrow keys read other lengths.</source>
        <translation>{reading}. Las puntuaciones y la mezcla crecen con el cuadrado de la longitud, y el resto de los bloques, en proporción a ella; son iguales en {crossing} tokens. La matriz de salida queda fuera. Las flechas leen otras longitudes.</translation>
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
    <name>FileActions</name>
    <message>
        <source>new</source>
        <translation>nuevo</translation>
    </message>
    <message>
        <source>Sessions and texts (*.json *.txt)</source>
        <translation>Sesiones y textos (*.json *.txt)</translation>
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
        <source>random weights, untrained, seed {seed}</source>
        <translation>pesos aleatorios, sin entrenar, semilla {seed}</translation>
    </message>
    <message>
        <source>Export numbers</source>
        <translation>Exportar números</translation>
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
    <name>HeadsPage</name>
    <message>
        <source>Heads</source>
        <translation>Cabezas</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabla</translation>
    </message>
    <message>
        <source>Maps or table</source>
        <translation>Mapas o tabla</translation>
    </message>
    <message>
        <source>Shows the heads as maps, or the selected head as a table of numbers</source>
        <translation>Muestra las cabezas como mapas, o la cabeza elegida como tabla de números</translation>
    </message>
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
        <source>Drop the file here: a session is opened, a text becomes the sentence</source>
        <translation>Suelta aquí el archivo: una sesión se abre, un texto pasa a ser la frase</translation>
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
        <source>rows’ entropy {share} of the maximum</source>
        <translation>entropía de las filas: {share} de la máxima</translation>
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
        <source>There are no weights “{name}”; choose: random.</source>
        <translation>No hay pesos «{name}»; se puede elegir: random.</translation>
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
        <source>Parameters</source>
        <translation>Parámetros</translation>
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
</context>
</TS>
